/**
 * Why a request gave no event:
 *
 * - `method`: it is not a POST.
 * - `contentType`: it is not JSON, or is compressed.
 * - `address`: it comes from none of `addresses`.
 * - `tooLarge`: its body is longer than `maxBodySize`.
 * - `tooSlow`: its body did not arrive within `timeout`.
 * - `unreadable`: its body was cut off, or was read before, such as by a middleware.
 * - `unsigned`: it has no signature.
 * - `forged`: none of its signatures is valid.
 * - `malformed`: it is signed, but not a JSON object with a `type`.
 * - `stale`: its `timestamp` differs from the clock by more than `maxAge`.
 * - `repeated`: the same body was received before.
 * - `unkept`: `keep` errored, or did not complete within `timeout`.
 * - `busy`: too many other requests are arriving at the same time.
 * - `failed`: an internal error.
 */
export type RefusalReason = keyof typeof statuses

/** A request that gave no event. It contains nothing of the request. */
export interface WebhookRefused {
  readonly reason: RefusalReason
  /** When the request was refused, by the clock of the webhooks. */
  readonly time: Date
}

/**
 * The status of the answer for each reason. A forged request learns nothing from it, and a repeated webhook is answered
 * with success, so that the service does not send it once more.
 */
export const statuses = {
  method: 405,
  contentType: 415,
  address: 401,
  tooLarge: 413,
  tooSlow: 408,
  unreadable: 400,
  unsigned: 401,
  forged: 401,
  malformed: 400,
  stale: 200,
  repeated: 200,
  unkept: 503,
  busy: 503,
  failed: 500,
} as const
