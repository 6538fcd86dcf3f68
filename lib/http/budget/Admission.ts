/**
 * How a request that waits for a permit can be withdrawn. A policy outside of the budget gives it to a request; when the
 * request has its permits, the budget asks `isStillWanted`, and where it is not, errors with {@link PermitDeclined}.
 */
export interface Admission {
  readonly isStillWanted: () => boolean
  /** Since when it has waited, where it was declined before: then it goes before those that came later. */
  readonly waitsSince: number | undefined
}

/**
 * The signal that a request was not sent, as it was not wanted any more when it had its permits; it has taken none. It goes
 * to the policy that gave the {@link Admission}, which handles it: no caller sees it.
 */
export class PermitDeclined {
  constructor(readonly waitsSince: number) {}
}
