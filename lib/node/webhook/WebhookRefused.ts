/**
 * Why a request was no event, or none that is news:
 *
 * - `method`: it is no POST.
 * - `contentType`: it is not JSON, or compressed.
 * - `address`: it comes from none of `addresses`.
 * - `tooLarge`: its body is longer than `maxBodySize`.
 * - `tooSlow`: its body did not arrive within `timeout`.
 * - `unreadable`: its body was cut off, or somebody has read it before, such as a middleware.
 * - `unsigned`: there is no signature.
 * - `forged`: no signature is right.
 * - `malformed`: it is signed, but no JSON object with a `type`.
 * - `stale`: its `timestamp` is further from the clock than `maxAge`.
 * - `repeated`: it was there before.
 * - `busy`: too many others arrive at the same time.
 * - `failed`: something broke here.
 */
export type RefusalReason = keyof typeof statuses

/** A request that gave no event; nothing of what it said is in here. */
export interface WebhookRefused {
  readonly reason: RefusalReason
  /** When, by the clock of the webhooks. */
  readonly time: Date
}

/** What is answered: a forger learns nothing, and whoever tells again what is known need not tell it once more. */
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
  busy: 503,
  failed: 500,
} as const
