import type { OperationKey, operationTable, ServiceProfile } from '../../index.js'
import type { JsonSchema } from './jsonSchema.js'

type Row = (typeof operationTable)[OperationKey]

/** The security schemes: the id and secret of the application, and the token of a user. */
export const securitySchemes = ({ credentials = 'headers' }: ServiceProfile): JsonSchema => {
  const key = (header: string, parameter: string) =>
    credentials === 'headers'
      ? { type: 'apiKey', in: 'header', name: header }
      : { type: 'apiKey', in: 'query', name: parameter }
  return {
    clientId: key('Client-Id', 'client_id'),
    clientSecret: key('Client-Secret', 'client_secret'),
    accessToken: { type: 'http', scheme: 'bearer' },
  }
}

/** The credentials that a request must carry. */
export const security = (
  { publicSecret = false, userSecret = true, userItemsAccess = 'application' }: ServiceProfile,
  { key, access: usualAccess }: Row,
): JsonSchema => {
  const access = key === 'userItems' ? userItemsAccess : usualAccess
  const requiresSecret = { public: publicSecret, application: true, user: userSecret }[access]
  return {
    clientId: [],
    ...(requiresSecret && { clientSecret: [] }),
    ...(access === 'user' && { accessToken: [] }),
  }
}
