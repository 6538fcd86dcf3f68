import type { HttpRequest } from '../../http/HttpRequest.js'
import { throughGateway } from '../../http/policies/throughGateway.js'
import type { Credentials } from './CredentialSettings.js'

/** How requests reach the service: with the credentials of the application, or through a gateway, which adds them. */
export interface Access extends Credentials {
  /** Whether there is a gateway. If so, only the gateway knows the user and the tokens. */
  readonly isGateway: boolean
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Query parameters that are added to the URL of every request. */
  readonly query: Readonly<Record<string, string>>
}

/** Access through a gateway, with these headers and without credentials. `profile` is the name that its profile must have. */
export const gatewayAccess = (headers: HttpRequest['headers'], profile?: string): Access => ({
  isGateway: true,
  headers: {},
  query: {},
  policy: throughGateway(headers, profile),
})
