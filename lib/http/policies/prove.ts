import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { throwError } from 'rxjs'
import { wrongOption } from '../../error/wrongOption.js'
import type { Redacted } from '../../model/Redacted.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { mergeHeaders } from '../mergeHeaders.js'

/** What proves who asks. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: Option<Redacted<string>>
}

/** The request with these headers, which take the place of those of the same name. */
export const withHeaders = (request: HttpRequest, headers: HttpRequest['headers']): HttpRequest => ({
  ...request,
  headers: mergeHeaders(request.headers, headers),
})

/**
 * Adds what the application proves: its id alone to public requests, its secret to its own. Those of a user, which have
 * both, go on through `asUser`, the others `within` a policy.
 */
export const prove =
  ({ clientId, clientSecret }: Credentials, asUser: Policy, within: Policy): Policy =>
  (next) =>
  (request) => {
    if (request.access === 'public') return within(next)(withHeaders(request, { 'Client-Id': clientId }))
    if (request.access === 'application' && isNone(clientSecret)) {
      const expected = `the application's secret, which ${request.operation} needs`
      return throwError(() => wrongOption('/clientSecret', expected))
    }
    const secret = isNone(clientSecret) ? {} : { 'Client-Secret': clientSecret.value }
    const proven = withHeaders(request, { 'Client-Id': clientId, ...secret })
    return (request.access === 'application' ? within : asUser)(next)(proven)
  }
