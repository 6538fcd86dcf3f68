import { isPlatformServer } from '@angular/common'
import {
  assertInInjectionContext,
  computed,
  effect,
  inject,
  Injector,
  PLATFORM_ID,
  type Signal,
  signal,
  untracked,
} from '@angular/core'
import { identity, isObservable, type Observable, take, throwError } from 'rxjs'
import { checked } from './checked.js'
import { type Place, RXBANK_KEPT } from './RXBANK.js'
import { type StreamConfig, streamConfig } from './StreamConfig.js'
import { wrongArgument } from './wrongArgument.js'

/** A stream as signals, none of which throws. */
export interface StreamState<A> {
  /**
   * The latest value; until there is one, the one that was kept, or else the initial one. It stays beside an error, and
   * while it loads again.
   */
  readonly value: Signal<A>
  /**
   * The error of the stream, mostly a `ClientError`; `undefined` if there is none. A value that is not an `Error`, such as
   * an `HttpErrorResponse`, is the `cause` of an `Error` with its message.
   */
  readonly error: Signal<Error | undefined>
  /** Whether the stream is subscribed to, and has neither emitted a value nor ended yet. */
  readonly isLoading: Signal<boolean>
  /** Whether the value is an old one: it was kept, or is from before `reload()`, and the stream has emitted none since. */
  readonly isStale: Signal<boolean>
  /** Subscribes again. */
  readonly reload: () => void
}

/** A stream, or a function that returns one, which may depend on signals; `undefined` while there is no stream. */
export type StreamSource<A> = Observable<A> | (() => Observable<A> | undefined)

const noStream = () => wrongArgument('/source', 'an Observable, or a function that gives one or undefined')

interface State {
  readonly value: unknown
  readonly error: Error | undefined
  readonly isLoading: boolean
  readonly isStale: boolean
}

/** What is to be subscribed to, and where its values are kept. */
interface Wanted {
  readonly stream: Observable<unknown> | undefined
  readonly place?: Place | undefined
}

/** Converts a value that is not an `Error`, such as Angular's `HttpErrorResponse`, to one that has it as its `cause`. */
const toError = (error: unknown): Error => {
  if (error instanceof Error) return error
  const { message = error } = Object(error) as { readonly message?: unknown }
  return new Error(typeof message === 'string' ? message : 'what was thrown is no error', { cause: error })
}

/**
 * Converts a stream to signals, which do not throw its errors. Call it where `inject` may be called, or with an
 * `injector`.
 *
 * - `source`: the stream, or a function that returns it. When a signal that the function reads changes, the new stream is
 *   subscribed to, and the value is the initial one again, or what was kept; if it returns `undefined`, there is no
 *   subscription. An error that it throws becomes the `error`.
 *
 * The stream is subscribed to at the first change detection, and unsubscribed from when the component or the injector is
 * destroyed. On a server it is unsubscribed from after its first value, because the page that is sent cannot show others.
 *
 * @example
 * import { signal } from '@angular/core'
 * import { TestBed } from '@angular/core/testing'
 * import { injectRxBank, injectStream, provideRxBank, withWholeClient } from 'rxbank/angular'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { take, toArray } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ seed: 1 })
 * const config = { baseUrl: 'https://bank.example', clientId: credentials.clientId, http }
 * TestBed.configureTestingModule({ providers: [provideRxBank(config, withWholeClient())] })
 * const count = signal(2)
 * const banks = TestBed.runInInjectionContext(() => {
 *   const client = injectRxBank()
 *   return injectStream(() => client.banks.all().pipe(take(count()), toArray()), { initialValue: [] })
 * })
 * TestBed.tick()
 * assert.deepStrictEqual([banks.value().length, banks.error(), banks.isLoading()], [2, undefined, false])
 * count.set(3)
 * TestBed.tick()
 * assert.strictEqual(banks.value().length, 3)
 */
export function injectStream<A>(
  source: StreamSource<A>,
  config: StreamConfig<A> & { readonly initialValue: A },
): StreamState<A>
export function injectStream<A>(source: StreamSource<A>, config?: StreamConfig<A>): StreamState<A | undefined>
export function injectStream(source: StreamSource<unknown>, config: StreamConfig<unknown> = {}): StreamState<unknown> {
  const { initialValue, injector } = checked(streamConfig, config)
  const { keep } = config
  if (!isObservable(source) && typeof source !== 'function') throw noStream()
  if (injector === undefined) assertInInjectionContext(injectStream)
  const at = injector ?? inject(Injector)
  const bounded = isPlatformServer(at.get(PLATFORM_ID)) ? take<unknown>(1) : identity
  const placeNow = keep === undefined ? undefined : at.get(RXBANK_KEPT)(keep)

  const state = signal<State>({ value: initialValue, error: undefined, isLoading: true, isStale: false })
  const subscriptions = signal(0)
  const wanted = computed<Wanted>(
    () => {
      try {
        const stream: unknown = isObservable(source) ? source : source()
        if (stream === undefined) return { stream }
        if (!isObservable(stream)) throw noStream()
        return { stream, place: placeNow?.() }
      } catch (error) {
        return { stream: throwError(() => error) }
      }
    },
    { equal: (one, other) => one.stream === other.stream && one.place === other.place },
  )
  let previous: Wanted | undefined
  let place: Place = {}
  effect(
    (onCleanup) => {
      subscriptions()
      const now = wanted()
      if (now !== previous) place = now.place ?? {}
      previous = now
      const { last } = place
      untracked(() => {
        const tell = (change: Partial<State>) => state.update((before) => ({ ...before, isLoading: false, ...change }))
        tell({
          value: last ? last.value : initialValue,
          error: undefined,
          isLoading: now.stream !== undefined,
          isStale: last !== undefined,
        })
        const subscription = now.stream?.pipe(bounded).subscribe({
          next: (value) => {
            place.last = { value }
            tell({ value, isStale: false })
          },
          error: (error: unknown) => tell({ error: toError(error) }),
          complete: () => tell({}),
        })
        onCleanup(() => subscription?.unsubscribe())
      })
    },
    { injector: at },
  )

  return {
    value: computed(() => state().value),
    error: computed(() => state().error),
    isLoading: computed(() => state().isLoading),
    isStale: computed(() => state().isStale),
    reload: () => subscriptions.update((count) => count + 1),
  }
}
