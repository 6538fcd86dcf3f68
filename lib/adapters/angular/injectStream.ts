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
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { identity, isObservable, type Observable, take, throwError } from 'rxjs'
import { decode } from '../../base/codec/decode.js'
import { options } from '../../base/codec/options.js'
import { toError } from '../../base/error/BaseError.js'
import { ConfigError } from '../../base/error/ConfigError.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { RXBANK_TRANSFERRED_VALUES, type TransferredValue } from './RXBANK.js'
import { wrongArgument } from './wrongArgument.js'

/** Decodes an argument; throws one `ConfigError` that names all problems. */
const decodeArgument = <A>(codec: t.Decoder<unknown, A>, value: unknown): A => {
  const decoded = decode(codec, value)
  if (isLeft(decoded)) throw new ConfigError({ issues: decoded.left })
  return decoded.right
}

/** The options of `injectStream`. */
export interface StreamConfig<A> {
  /** The value before the first one of the stream; default `undefined`. */
  readonly initialValue?: A
  /** Required outside an injection context. When this injector is destroyed, the stream is unsubscribed. */
  readonly injector?: Injector
  /**
   * The name under which the latest value is stored for the current user: the next stream with that name starts with
   * it, and with `isStale`. Requires `withTransferState`; throws without it. If the stream depends on signals, pass a
   * function that includes them in the name: `() => 'stock ' + id()`.
   */
  readonly transferKey?: string | (() => string)
}

const isInjector = (u: unknown): u is Injector => typeof (u as { readonly get?: unknown } | null)?.get === 'function'
const injector = new t.Type<Injector, unknown>(
  'an Injector',
  isInjector,
  (u, context) => (isInjector(u) ? t.success(u) : t.failure(u, context)),
  t.identity,
)

/** The codec of {@link StreamConfig}. `withTransferState` checks `transferKey`. */
const streamConfig = options('an object of options', {}, { initialValue: t.unknown, injector, transferKey: t.unknown })

/** The signals of a stream. They never throw. */
export interface StreamState<A> {
  /**
   * The latest value. Before the stream emits, it is the stored value, or else the initial one. An error or a reload
   * does not reset it.
   */
  readonly value: Signal<A>
  /**
   * The error of the stream, usually a `ClientError`; `undefined` if there is none. A value that is not an `Error`,
   * such as an `HttpErrorResponse`, is the `cause` of an `Error` with its message.
   */
  readonly error: Signal<Error | undefined>
  /**
   * Whether the stream has neither emitted a value nor ended yet. Also `true` before the first change detection, which
   * starts it.
   */
  readonly isLoading: Signal<boolean>
  /**
   * Whether the value is old: it is a stored value, or is from before `reload()`, and the stream has not emitted since.
   */
  readonly isStale: Signal<boolean>
  /** Subscribes again. If the function that returns the stream threw, calls it again. */
  readonly reload: () => void
}

/** A stream, or a function that returns one, which may depend on signals; `undefined` while there is no stream. */
export type StreamSource<A> = Observable<A> | (() => Observable<A> | undefined)

const noStream = () => wrongArgument('/source', 'an Observable, or a function that returns one or undefined')

interface State {
  readonly value: unknown
  readonly error: Error | undefined
  readonly isLoading: boolean
  readonly isStale: boolean
}

/** The current stream, and the store of its last value. */
interface StreamTarget {
  readonly stream: Observable<unknown> | undefined
  readonly stored?: TransferredValue | undefined
}

/**
 * Converts a stream to signals, which do not throw its errors. Call it in an injection context, or with an `injector`.
 *
 * - `source`: the stream, or a function that returns it. Whenever a signal that the function reads changes, the new
 *   stream starts from the initial or the stored value. If the function returns `undefined`, no stream runs. An error
 *   that it throws becomes the `error`.
 *
 * Subscribes at the first change detection, and unsubscribes when the component or the injector is destroyed. On a
 * server, unsubscribes after the first value, because a rendered page cannot show later values.
 *
 * @example
 * import { signal } from '@angular/core'
 * import { TestBed } from '@angular/core/testing'
 * import { documentedProfile } from 'rxbank'
 * import { injectRxBank, injectStream, provideRxBank, withFullClient } from 'rxbank/angular'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { take, toArray } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: documentedProfile, seed: 1 })
 * const config = { profile: documentedProfile, baseUrl: 'https://bank.example', clientId: credentials.clientId, http }
 * TestBed.configureTestingModule({ providers: [provideRxBank(config, withFullClient())] })
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
  const { initialValue, injector } = decodeArgument(streamConfig, config)
  const { transferKey } = config
  if (!isObservable(source) && typeof source !== 'function') throw noStream()
  if (injector === undefined) assertInInjectionContext(injectStream)
  const usedInjector = injector ?? inject(Injector)
  const limitOnServer = isPlatformServer(usedInjector.get(PLATFORM_ID)) ? take<unknown>(1) : identity
  const currentTransferredValue =
    transferKey === undefined ? undefined : usedInjector.get(RXBANK_TRANSFERRED_VALUES)(transferKey)

  const state = signal<State>({ value: initialValue, error: undefined, isLoading: true, isStale: false })
  const subscriptionCount = signal(0)
  const current = computed<StreamTarget>(
    () => {
      try {
        const stream: unknown = isObservable(source) ? source : source()
        if (stream === undefined) return { stream }
        if (!isObservable(stream)) throw noStream()
        return { stream, stored: currentTransferredValue?.() }
      } catch (error) {
        // `current` reads `subscriptionCount` only here, so that `reload` repeats the call only if it threw.
        subscriptionCount()
        return { stream: throwError(() => error) }
      }
    },
    { equal: (a, b) => a.stream === b.stream && a.stored === b.stored },
  )
  let previous: StreamTarget | undefined
  let stored: TransferredValue = {}
  effect(
    (onCleanup) => {
      subscriptionCount()
      const target = current()
      if (target !== previous) stored = target.stored ?? {}
      previous = target
      const { last } = stored
      untracked(() => {
        const setState = (change: Partial<State>) =>
          state.update((before) => ({ ...before, isLoading: false, ...change }))
        setState({
          value: last ? last.value : initialValue,
          error: undefined,
          isLoading: target.stream !== undefined,
          isStale: last !== undefined,
        })
        const subscription = target.stream?.pipe(ignoreTeardownErrors, limitOnServer).subscribe({
          next: (value) => {
            stored.last = { value }
            setState({ value, isStale: false })
          },
          error: (error: unknown) => setState({ error: toError(error) }),
          complete: () => setState({}),
        })
        onCleanup(() => subscription?.unsubscribe())
      })
    },
    { injector: usedInjector },
  )

  return {
    value: computed(() => state().value),
    error: computed(() => state().error),
    isLoading: computed(() => state().isLoading),
    isStale: computed(() => state().isStale),
    reload: () => subscriptionCount.update((count) => count + 1),
  }
}
