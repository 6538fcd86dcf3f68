import { isNone, none, type Option } from 'fp-ts/lib/Option.js'
import type { Issue } from '../codec/issues.js'
import { BaseError, type ErrorPlace } from './BaseError.js'
import { describeIssues } from './describeIssues.js'

/** Describes the media type of a response that is not JSON; `undefined` if it is JSON, or unknown. */
export const describeMediaType = (contentType: Option<string>): string | undefined =>
  isNone(contentType) || contentType.value.endsWith('json') ? undefined : `${contentType.value} instead of JSON`

/** Why a response, or an amount, could not be decoded. */
export type DecodeReason = 'empty' | 'not-json' | 'too-large' | 'shape' | 'callback' | 'other-user' | 'amount'

/** @internal What each reason means, and what to do about it. */
export const decodeReasons: Record<DecodeReason, string> = {
  empty: 'the response is empty where JSON was expected; check baseUrl or gateway',
  'not-json': 'the response is not JSON, perhaps a page of a proxy, or was cut off; check baseUrl or gateway',
  'too-large': 'the response is larger than maxBodySize; ask for smaller pages or raise it',
  shape: 'the response is not what its codec expects; check serviceVersion, or use your own codec',
  callback: 'this URL is not a callback of the service; ignore it, and send the user there again',
  'other-user':
    'the callback belongs to another user than the one sent there; ignore it, and send the user there again',
  amount: 'the amount cannot be read exactly',
}

const reasonInWords = (reason: DecodeReason, contentType: Option<string>): string => {
  const mediaType = describeMediaType(contentType)
  return reason === 'not-json' && mediaType !== undefined
    ? `${mediaType}, perhaps a page of a proxy or a portal; is baseUrl or gateway the address of the service?`
    : decodeReasons[reason]
}

/**
 * The status was a success, but the body is not what the codec expects; or the callback of a form or a session is not
 * what was expected.
 *
 * With the reasons `empty` and `not-json` the response was not from the service: the error is transient, idempotent
 * requests are retried, and watchers wait and continue. Any other reason is final.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class DecodeError extends BaseError<DecodeError> implements ErrorPlace {
  declare readonly _tag: 'DecodeError'
  declare readonly operation: string
  declare readonly page: Option<number>
  /**
   * `empty`, `not-json`, `too-large` (beyond `maxBodySize`) or `shape`; `callback` or `other-user` for the callback of
   * a form or a session; `amount` for `decimal`, `minorUnits` and `majorUnits`.
   */
  declare readonly reason: DecodeReason
  /**
   * For `shape`, `callback`, `other-user` and `amount`, paths such as `/resources/1/updated_at` with what was expected
   * at each, and whether it is missing; never the value itself.
   */
  declare readonly issues: ReadonlyArray<Issue>
  /** For `empty` and `not-json`, the media type that the response declared, such as `text/html`. */
  declare readonly contentType: Option<string>

  constructor({
    operation,
    page,
    reason,
    issues = [],
    contentType = none,
  }: ErrorPlace & {
    readonly reason: DecodeReason
    readonly issues?: ReadonlyArray<Issue>
    readonly contentType?: Option<string>
  }) {
    const isCallback = reason === 'callback' || reason === 'other-user'
    const where = describeIssues(issues, (path) => (isCallback ? path.slice(1) || 'the URL' : path || 'the whole'))
    const message = reasonInWords(reason, contentType) + (where === '' ? '' : `: ${where}`)
    super('DecodeError', { operation, page, reason, issues, contentType }, message)
  }
}
