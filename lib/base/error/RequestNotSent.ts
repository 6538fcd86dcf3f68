import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { BaseError, type ErrorPlace } from './BaseError.js'

/** Why a request was not sent. */
export type NotSentReason = 'budget' | 'circuit' | 'queue'

/** @internal What each reason means, and what to do about it. */
export const notSentReasons: Record<NotSentReason, string> = {
  budget: 'the limits do not allow it in time',
  circuit: 'recent requests have all failed',
  queue: 'too many requests wait; send fewer at once or raise maxWaiting, in Electron perWindow.maxWaiting',
}

/**
 * The client did not send a request, because of a limit or because recent requests have all failed.
 *
 * It is transient: watchers wait and continue, and idempotent requests are retried if the reason is `circuit`.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 *
 * @example
 * import { createClient, createVirtualClock, type Http, isClientError } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { of } from 'rxjs'
 *
 * const http: Http = () => of({ status: 200, headers: {}, body: '{"resources":[]}' })
 * const client = createClient({
 *   profile: bridge2025,
 *   clientId: 'id',
 *   http,
 *   clock: createVirtualClock(),
 *   limits: { application: { requests: 1, per: 60_000 } },
 *   maxWaiting: 1,
 * })
 * const reasons: Array<string> = []
 * for (let i = 0; i < 3; i++) {
 *   client.banks.pages().subscribe({
 *     next: () => reasons.push('answered'),
 *     error: (error) => reasons.push(isClientError(error) && error._tag === 'RequestNotSent' ? error.reason : ''),
 *   })
 * }
 * assert.deepStrictEqual(reasons, ['answered', 'queue']) // the second waits
 */
export class RequestNotSent extends BaseError<RequestNotSent> implements ErrorPlace {
  declare readonly _tag: 'RequestNotSent'
  declare readonly operation: string
  declare readonly page: Option<number>
  /**
   * `budget`: the limits do not allow the request within an hour. `circuit`: recent requests have all failed. `queue`:
   * `maxWaiting` requests wait already or, in Electron, `perWindow.maxWaiting` of one window.
   */
  declare readonly reason: NotSentReason
  /** The milliseconds until the request may be sent, if that is known. */
  declare readonly retryAfter: Option<number>

  constructor({
    operation,
    page,
    reason,
    retryAfter,
  }: ErrorPlace & { readonly reason: NotSentReason; readonly retryAfter: Option<number> }) {
    const wait = isNone(retryAfter) ? '' : `; ask again in ${String(Math.ceil(retryAfter.value / 1000))} s`
    const message = `not sent: ${notSentReasons[reason]}${wait}`
    super('RequestNotSent', { operation, page, reason, retryAfter }, message)
  }
}
