import type { OtherPaths } from '../routes.js'

/**
 * What public clients ask of the stages from 2018-06-15 to 2021-06-01, besides the paths of the profiles. That the
 * service answers is known for some; `spec/testing/sandbox/publicClients-spec.ts` names the clients.
 */
export const otherPaths: OtherPaths = {
  bank: '/v2/banks/:id',
  category: '/v2/categories/:id',
  categoryInsights: '/v2/insights/category',
  connectItemConfirmation: '/v2/connect/items/pro/confirmation',
  connectItemSync: '/v2/connect/items/sync',
  deleteUsers: '/v2/users',
}
