import type { Observable } from 'rxjs'

/**
 * Lets a request be withdrawn while it waits for a permit, and completed when it has one. A policy outside of the budget
 * adds it to the request. When there are permits for the request, the budget calls `isStillWanted`; if that returns
 * `false`, it errors with {@link PermitDeclined}.
 */
export interface Admission<Request> {
  readonly isStillWanted: () => boolean
  /** When a request that was declined before began to wait; it then goes before those that came later. */
  readonly waitsSince: number | undefined
  /**
   * Emits the request to send in place of this one, such as one with the current secret. The budget subscribes to it when
   * there are permits, and sends the request as soon as it is emitted. Default: the request is sent as it is.
   */
  readonly prepare?: (request: Request) => Observable<Request>
}

/**
 * The error of a request that was no longer wanted when there were permits for it: it was not sent and has taken none.
 * The policy that added the {@link Admission} handles it, so that no caller sees it.
 */
export class PermitDeclined {
  constructor(readonly waitsSince: number) {}
}
