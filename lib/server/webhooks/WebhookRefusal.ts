/** The error of a request that emits no event. */
export class RefusalError extends Error {
  constructor(
    readonly reason: RefusalReason,
    /** The error of the app's own code, or a description of the invalid deletion. */
    readonly details?: { readonly cause: unknown },
  ) {
    super(reason, details)
  }
}

/**
 * Why a request was refused, or emitted no event:
 *
 * - `method`: it is not a POST.
 * - `contentType`: it is not JSON, or is compressed.
 * - `address`: it does not come from one of `addresses`.
 * - `tooLarge`: its body is longer than `maxBodySize`.
 * - `tooSlow`: its body did not arrive within `timeout`.
 * - `unreadable`: its body was truncated, or a middleware has read it before.
 * - `unsigned`: it has no signature.
 * - `forged`: none of its signatures is valid.
 * - `malformed`: it is signed, but is not a JSON object with a `type`.
 * - `invalidDeletion`: it reports a deletion, but an id is missing or invalid, so the deletion cannot be carried out.
 * - `stale`: its `timestamp` differs from the clock by more than `maxAge`, and it reports no deletion.
 * - `repeated`: the same body was received before.
 * - `notStored`: `storeEvent` errored, or did not complete within `timeout`.
 * - `busy`: too many requests are in flight.
 * - `failed`: an internal error.
 */
export type RefusalReason = keyof typeof statuses

/** The refusal of a request. It contains no part of the request, unless `storeEvent` put one into its error. */
export interface WebhookRefusal {
  readonly reason: RefusalReason
  /**
   * The error of `storeEvent` with `notStored`, an `Error` that names the fields with `invalidDeletion`, and the
   * internal error with `failed`. `onError` gets the same error.
   */
  readonly cause?: unknown
  /** When the request was refused, by the clock of the webhooks. */
  readonly time: Date
}

/**
 * The status of the response for each reason. A stale or repeated webhook gets a 200, so that the service does not send
 * it again.
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
  invalidDeletion: 400,
  stale: 200,
  repeated: 200,
  notStored: 503,
  busy: 503,
  failed: 500,
} as const
