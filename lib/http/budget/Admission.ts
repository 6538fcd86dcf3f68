import type { Observable } from 'rxjs'

/**
 * The functions that the budget calls when there are permits for a request: whether it is still wanted, and which
 * request to send. An outer policy adds them to the request.
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
   * Emits the request to send instead, for example with the current secret. The budget subscribes to it when there are
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
