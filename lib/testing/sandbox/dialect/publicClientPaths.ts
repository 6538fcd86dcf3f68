import type { OtherPaths } from '../routes.js'

/**
 * The paths that public clients call in API versions 2018-06-15 to 2021-06-01, in addition to those of the profiles.
 * The service is known to answer at some of them; `spec/testing/sandbox/publicClients-spec.ts` names the clients.
 */
export const publicClientPaths: OtherPaths = {
  connectItemConfirmation: '/v2/connect/items/pro/confirmation',
  connectItemSync: '/v2/connect/items/sync',
  deleteUsers: '/v2/users',
}
