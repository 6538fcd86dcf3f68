import { describedRoots } from '../../../service/profile/roots.js'

/** The path segment of each type of resource. */
const places = {
  account: 'accounts',
  bank: 'banks',
  category: 'categories',
  item: 'items',
  stock: 'stocks',
  transaction: 'transactions',
  user: 'users',
} as const

const [root = ''] = describedRoots

type ResourceType = keyof typeof places

/** The fields `resource_uri` and `resource_type`, which the earlier stages add to each resource. */
export const self = (type: ResourceType, id: number | string) => ({
  resource_uri: `${root}/${places[type]}/${String(id)}`,
  resource_type: type,
})

/** A reference to a resource, as other rows contain it. */
export const reference = (type: ResourceType, id: number) => ({ id, ...self(type, id) })

/** The id of the bank of items in a sandbox without banks. */
export const unlisted = 1
