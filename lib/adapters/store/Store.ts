/** Options for the calls of a client whose waits a store reports. */
export interface StoreCall {
  /** Reports that a request has to wait, and the milliseconds that it waits at least. */
  readonly onWait: (milliseconds: number) => void
}

/**
 * The state of a stream. A snapshot is immutable; each change of the state creates a new one.
 *
 * - `value`: the latest value; before the first, the initial one. It stays after an error and during a reload.
 * - `error`: why the stream failed, usually a `ClientError`; `undefined` unless `status` is `error`.
 * - `status`: `loading` before the first value; `active` after it; `complete` or `error` once the stream has ended.
 * - `isStale`: whether the value is from before a reload.
 * - `waitingUntil`: when a request is sent at the earliest, while it waits for more than a second: because of a limit, a
 *   `Retry-After` or an outage. Otherwise `undefined`. Requires that the stream's calls get `onWait`, see {@link StoreCall}.
 */
export interface StoreSnapshot<A> {
  readonly value: A
  readonly error: Error | undefined
  readonly status: 'loading' | 'active' | 'complete' | 'error'
  readonly isStale: boolean
  readonly waitingUntil: Date | undefined
}

/** A stream in the form that frameworks read without RxJS, such as React's `useSyncExternalStore`. */
export interface Store<A> {
  /**
   * Calls a listener after each change, and returns a function that removes the listener. The first listener subscribes
   * to the stream. After the last one was removed and `keepFor` has passed, the stream is unsubscribed and its value is
   * dropped.
   */
  readonly subscribe: (listener: () => void) => () => void
  /** The current snapshot: the same object until something changes. Reading it does not subscribe to the stream. */
  readonly getSnapshot: () => StoreSnapshot<A>
  /** The first snapshot, with the initial value: what a server renders, and a browser hydrates. */
  readonly getServerSnapshot: () => StoreSnapshot<A>
  /**
   * For a reader that waits for the first value without a listener, such as a suspended component. Subscribes to the
   * stream, and resolves when the store has a value or has ended, but after five seconds at the latest: a reader that
   * still waits must call it again. If no call or listener follows within a second and `keepFor`, the stream is
   * unsubscribed. So a reader that has left does not keep the stream running.
   */
  readonly whenLoaded: () => Promise<void>
  /**
   * Subscribes to the stream again, and keeps the value until the stream emits. Does nothing before the first listener,
   * and after the stream was unsubscribed.
   */
  readonly reload: () => void
}
