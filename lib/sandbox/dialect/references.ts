import { describedRoots } from '../../profile/roots.js'

/** What each resource is called, and where it is. */
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

/** What the earlier stages add to each resource. */
export const self = (type: ResourceType, id: number | string) => ({
  resource_uri: `${root}/${places[type]}/${String(id)}`,
  resource_type: type,
})

/** A resource as another one refers to it. */
export const reference = (type: ResourceType, id: number) => ({ id, ...self(type, id) })

/** The bank of items where a sandbox lists none. */
export const unlisted = 1
