import type { Observable } from 'rxjs'

/**
 * What the budget calls when there are permits for a request: whether the request is still wanted, and which request to
 * send. A policy outside of the budget adds this to the request.
 */
export interface Admission<Request> {
  /**
   * Called when there are permits for the request. If it returns `false`, the request errors with
   * {@link PermitDeclined}.
   */
  readonly isStillWanted: () => boolean
  /** For a request that was declined before: when it began to wait. It goes before requests that came later. */
  readonly waitsSince: number | undefined
  /**
   * Emits the request to send instead, such as one with the current secret. The budget subscribes to it when there are
   * permits, and sends the first request that it emits. Default: the request is sent unchanged.
   */
  readonly prepare?: (request: Request) => Observable<Request>
}

/**
 * The error of a request that was no longer wanted when there were permits for it. It was not sent and took no permits.
 * The policy that added the {@link Admission} handles this error, so that no caller sees it.
 */
export class PermitDeclined {
  constructor(readonly waitsSince: number) {}
}
