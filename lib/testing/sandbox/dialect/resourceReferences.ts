import { defaultRoots } from '../../../service/profile/roots.js'

/** The path segment of each type of resource. */
const pathSegments = {
  account: 'accounts',
  bank: 'banks',
  category: 'categories',
  item: 'items',
  stock: 'stocks',
  transaction: 'transactions',
  user: 'users',
} as const

const [root = ''] = defaultRoots

type ResourceType = keyof typeof pathSegments

/** The fields `resource_uri` and `resource_type`, which the earlier API versions add to each resource. */
export const selfReference = (type: ResourceType, id: number | string) => ({
  resource_uri: `${root}/${pathSegments[type]}/${String(id)}`,
  resource_type: type,
})

/** A reference to a resource in another row. */
export const reference = (type: ResourceType, id: number) => ({ id, ...selfReference(type, id) })

/** The id of the bank of items in a sandbox without banks. */
export const fallbackBankId = 1
