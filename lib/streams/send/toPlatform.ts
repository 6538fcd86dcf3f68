import { isObservable, Observable, takeUntil } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'

/** How a subscription to an Observable of the platform is cancelled: by this signal. */
export interface PlatformSubscribeOptions {
  readonly signal?: AbortSignal
}

/** What receives the values of an Observable of the platform. Without `error`, the platform reports an error as uncaught. */
export interface PlatformObserver<A> {
  readonly next?: (value: A) => void
  readonly error?: (error: unknown) => void
  readonly complete?: () => void
}

/** What the platform converts to an Observable, for example in `flatMap`. */
export type PlatformObservableInput<A> = PlatformObservable<A> | AsyncIterable<A> | PromiseLike<A> | Iterable<A>

/**
 * The web platform's own `Observable`, as https://wicg.github.io/observable/ specifies it, for compilers whose
 * libraries do not declare it yet.
 */
export interface PlatformObservable<A> {
  readonly subscribe: (
    observer?: PlatformObserver<A> | ((value: A) => void),
    options?: PlatformSubscribeOptions,
  ) => void
  readonly takeUntil: (notifier: PlatformObservableInput<unknown>) => PlatformObservable<A>
  readonly map: <B>(mapper: (value: A, index: number) => B) => PlatformObservable<B>
  readonly filter: (predicate: (value: A, index: number) => boolean) => PlatformObservable<A>
  readonly take: (amount: number) => PlatformObservable<A>
  readonly drop: (amount: number) => PlatformObservable<A>
  readonly flatMap: <B>(mapper: (value: A, index: number) => PlatformObservableInput<B>) => PlatformObservable<B>
  readonly switchMap: <B>(mapper: (value: A, index: number) => PlatformObservableInput<B>) => PlatformObservable<B>
  readonly inspect: (inspector: PlatformObserver<A> | ((value: A) => void)) => PlatformObservable<A>
  readonly catch: <B>(handler: (error: unknown) => PlatformObservableInput<B>) => PlatformObservable<A | B>
  readonly finally: (callback: () => void) => PlatformObservable<A>
  readonly forEach: (callback: (value: A, index: number) => void, options?: PlatformSubscribeOptions) => Promise<void>
  readonly toArray: (options?: PlatformSubscribeOptions) => Promise<Array<A>>
  readonly first: (options?: PlatformSubscribeOptions) => Promise<A>
  readonly last: (options?: PlatformSubscribeOptions) => Promise<A>
  readonly find: (
    predicate: (value: A, index: number) => boolean,
    options?: PlatformSubscribeOptions,
  ) => Promise<A | undefined>
  readonly some: (
    predicate: (value: A, index: number) => boolean,
    options?: PlatformSubscribeOptions,
  ) => Promise<boolean>
  readonly every: (
    predicate: (value: A, index: number) => boolean,
    options?: PlatformSubscribeOptions,
  ) => Promise<boolean>
  readonly reduce: <B>(
    reducer: (accumulator: B, value: A, index: number) => B,
    initialValue: B,
    options?: PlatformSubscribeOptions,
  ) => Promise<B>
}

/** What the platform passes to the function that starts an Observable. */
interface PlatformSubscriber<A> extends Required<PlatformObserver<A>> {
  /** Calls the function when the last subscriber has unsubscribed, or at once if there is none. */
  readonly addTeardown: (teardown: () => void) => void
}

type PlatformConstructor = new <A>(start: (subscriber: PlatformSubscriber<A>) => void) => PlatformObservable<A>

/**
 * Converts a stream to the web platform's own `Observable`, which Chromium has: an abort of the signal that `subscribe`
 * gets unsubscribes from the stream, and so aborts its request.
 *
 * Concurrent subscribers share one subscription to the stream, as the platform specifies. It is unsubscribed with the last
 * of them, and the next subscriber starts the stream again. A later subscriber gets no earlier values. Errors with the
 * errors of the stream. Throws a `ConfigError` if the platform has no `Observable`; it looks for one at each call, so a
 * polyfill may come later.
 *
 * @example
 * import { toPlatform } from 'rxbank'
 * import { of } from 'rxjs'
 *
 * if ('Observable' in globalThis) assert.deepStrictEqual(await toPlatform(of(1, 2)).toArray(), [1, 2])
 * else assert.throws(() => toPlatform(of(1, 2)), { _tag: 'ConfigError' })
 */
export const toPlatform = <A>(stream: Observable<A>): PlatformObservable<A> => {
  if (!isObservable(stream)) throw wrongOption('/stream', 'an Observable')
  const { Observable: Platform } = globalThis as { readonly Observable?: PlatformConstructor }
  if (typeof Platform !== 'function')
    throw wrongOption(
      '/Observable',
      "the platform's own Observable, which this platform lacks; install a polyfill, or subscribe to the stream itself",
    )
  return new Platform<A>((subscriber) => {
    // A notifier, because it also stops a stream that emits synchronously, or whose signal was aborted before.
    const closed$ = new Observable<void>((notifier) => {
      subscriber.addTeardown(() => {
        notifier.next()
      })
    })
    stream.pipe(takeUntil(closed$)).subscribe({
      next: (value) => {
        subscriber.next(value)
      },
      error: (error: unknown) => {
        subscriber.error(error)
      },
      complete: () => {
        subscriber.complete()
      },
    })
  })
}
