import type { Policy } from '../http/Http.js'
import type { HttpRequest } from '../http/HttpRequest.js'
import type { IssueListener } from '../http/IssueListener.js'
import { throughGateway } from '../http/policies/throughGateway.js'

/** How requests reach the service: with the credentials of the application, or through a gateway, which adds them. */
export interface Access {
  /** Whether there is a gateway. If so, only the gateway knows the user and the tokens. */
  readonly isGateway: boolean
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Query parameters that are added to the URL of every request. */
  readonly query: Readonly<Record<string, string>>
  /** Adds the application's credentials to a request, or the headers for the gateway. */
  readonly policy: Policy
  /** Has to be called with the outcome of authentications. */
  readonly issue?: IssueListener
}

/** How requests reach a gateway, which should have the profile of this name: with these headers, and without credentials. */
export const gatewayAccess = (headers: HttpRequest['headers'], profile?: string): Access => ({
  isGateway: true,
  headers: {},
  query: {},
  policy: throughGateway(headers, profile),
})
