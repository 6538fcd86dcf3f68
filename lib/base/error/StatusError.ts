import { isSome, none, type Option, toUndefined } from 'fp-ts/lib/Option.js'
import type { Redacted } from '../Redacted.js'
import { BaseError, type ErrorPlace, withPrefix } from './BaseError.js'
import { describeMediaType } from './DecodeError.js'

/** One error that the service names in an error body. */
export interface ErrorCode {
  /** The machine-readable word for the error. */
  readonly code: string
  /** The parameter that is wrong, if the service names it. */
  readonly property?: string
}

/** What the service's support needs to investigate an error. */
export interface SupportFacts {
  /** The name of the client's profile, whose path was requested. */
  readonly profile: Option<string>
  /** The `code` and `property` of all errors of the body, ten at most. */
  readonly codes: ReadonlyArray<ErrorCode>
  /** The id that the client gave the attempt, with `requestIdHeader`. */
  readonly requestId: Option<string>
  /**
   * The headers of the response that `responseHeaders` of the configuration names, cut at 128 characters; values that
   * look like secrets are hidden.
   */
  readonly responseHeaders: Readonly<Record<string, string>>
}

/** @internal The facts of an error; what is missing is empty. */
export const supportFacts = ({
  profile = none,
  codes = [],
  requestId = none,
  responseHeaders = {},
}: Partial<SupportFacts>): SupportFacts => ({
  profile,
  codes,
  requestId,
  responseHeaders,
})

/** @internal What a 404 means: a wrong profile has other paths. */
export const explainNotFound = ({ profile = none }: Partial<SupportFacts>, resource: string): string =>
  `no such path or ${resource}; check the profile${isSome(profile) ? ` (${profile.value})` : ''}`

const transientStatuses = new Set([408, 425, 429])

/** Whether a status says that a later attempt may succeed, even if a proxy has sent it. */
export const isTransientStatus = (status: number): boolean => transientStatuses.has(status) || status >= 500

/** The fields of a {@link StatusError}. */
export interface StatusErrorFields extends ErrorPlace, Partial<SupportFacts> {
  /** The HTTP status; 0 for a redirect in a browser, which hides the status. */
  readonly status: number
  /** The machine-readable word of the error body, if it has one. */
  readonly type: Option<string>
  /** The message of the error body, redacted, because it may quote what was sent. */
  readonly detail: Option<Redacted<string>>
  /** The milliseconds that `Retry-After` asks to wait, a day at most; a date is compared with the response's `Date`. */
  readonly retryAfter: Option<number>
  /**
   * Whether the response has the form of the service's responses: a JSON object or no body; default `true`. It is
   * `false` for a redirect, a 407, and a page of a proxy, a firewall or a portal. Such an error is transient, whatever
   * its status.
   */
  readonly isServiceResponse?: boolean
  /** The media type that a response without this form declared, such as `text/html`; default `None`. */
  readonly contentType?: Option<string>
  /**
   * Whether the request is safe to send again, as a `GET` is; default `false`. If so, a 409 or 423 is transient: the
   * resource is in use.
   */
  readonly idempotent?: boolean
}

/** What to do about the errors of a gateway, by their types. */
const gatewayHints: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['cross_site', "the gateway treats this as a request of another site; behind a proxy, set the gateway's origin"],
  ['gateway_failed', 'the gateway failed; its onError gets the error that authorize threw'],
  ['header_missing', 'the header RxBank-Gateway is missing; let proxies pass it'],
  ['not_logged_in', 'nobody is logged in; log in again, or check that cookies reach the gateway'],
  ['unknown_path', 'the gateway does not have this path; give it the same prefix and profile as the page'],
  ['user_refused', 'the service knows no such user; check the identity that authorize gives'],
])

const explain = (
  status: number,
  type: string,
  foreignContentType: Option<string> | undefined,
  idempotent: boolean,
  facts: Partial<SupportFacts>,
): string => {
  if (foreignContentType !== undefined && status >= 400 && !isTransientStatus(status)) {
    const mediaType = describeMediaType(foreignContentType) ?? 'no response of the service'
    return `${mediaType}, perhaps a page of a proxy or a portal; is baseUrl or gateway the address of the service?`
  }
  const gatewayHint = gatewayHints.get(type)
  if (gatewayHint !== undefined) return gatewayHint
  if (status === 401) return 'not authenticated; check clientId and clientSecret; with a gateway, log in'
  if (status === 403) return 'these credentials do not allow this request; ask the service for permission'
  if (status === 404) return `${explainNotFound(facts, 'resource')}, the id, and baseUrl or gateway`
  if (idempotent && (status === 409 || status === 423)) return 'the resource is in use; try again later'
  if (status === 410) return 'the page is no longer there; read the list from its first page'
  if (status === 429) return 'too many requests; ask again later'
  if (status >= 500) return 'the service failed; try again later'
  if (status < 400) return 'a redirect, which is never followed; check baseUrl or gateway'
  return 'the service refused the request; `detail` has its reason'
}

/**
 * The service answered with a status outside 200 to 299. This includes redirects, because they are never followed.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class StatusError extends BaseError<StatusError> implements StatusErrorFields {
  declare readonly _tag: 'StatusError'
  declare readonly operation: string
  declare readonly page: Option<number>
  /** The HTTP status; 0 for a redirect in a browser, which hides the status. */
  declare readonly status: number
  /** The machine-readable word of the error body, if it has one. */
  declare readonly type: Option<string>
  /** The message of the error body, redacted, because it may quote what was sent. */
  declare readonly detail: Option<Redacted<string>>
  /** The milliseconds that `Retry-After` asks to wait, a day at most; a date is compared with the response's `Date`. */
  declare readonly retryAfter: Option<number>
  /**
   * Whether the response has the form of the service's responses: a JSON object or no body. It is `false` for a
   * redirect, a 407, and a page of a proxy, a firewall or a portal. Such an error is transient, whatever its status.
   */
  declare readonly isServiceResponse: boolean
  /** The media type that a response without this form declared, such as `text/html`. */
  declare readonly contentType: Option<string>
  /**
   * Whether the request is safe to send again, as a `GET` is. If so, a 409 or 423 is transient: the resource is in use.
   */
  declare readonly idempotent: boolean
  /** The name of the client's profile, whose path was requested. */
  declare readonly profile: Option<string>
  /** The `code` and `property` of all errors of the body, ten at most. */
  declare readonly codes: ReadonlyArray<ErrorCode>
  /** The id that the client gave the attempt, with `requestIdHeader`. */
  declare readonly requestId: Option<string>
  /**
   * The headers of the response that `responseHeaders` of the configuration names, cut at 128 characters; values that
   * look like secrets are hidden.
   */
  declare readonly responseHeaders: Readonly<Record<string, string>>

  constructor({
    operation,
    page,
    status,
    type,
    detail,
    retryAfter,
    isServiceResponse = true,
    contentType = none,
    idempotent = false,
    ...facts
  }: StatusErrorFields) {
    const foreignContentType = isServiceResponse ? undefined : contentType
    const explanation = `: ${explain(status, toUndefined(type) ?? '', foreignContentType, idempotent, facts)}`
    super(
      'StatusError',
      {
        operation,
        page,
        status,
        type,
        detail,
        retryAfter,
        isServiceResponse,
        contentType,
        idempotent,
        ...supportFacts(facts),
      },
      `${String(status)}${withPrefix(' ', type)}${explanation}`,
    )
  }
}
