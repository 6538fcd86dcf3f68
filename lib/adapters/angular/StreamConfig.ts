import type { Injector } from '@angular/core'
import * as t from 'io-ts'
import { options } from '../../base/codec/options.js'

/** The options of `injectStream`. */
export interface StreamConfig<A> {
  /** The value before the stream has emitted one; default `undefined`. */
  readonly initialValue?: A
  /** Required outside of an injection context. The stream is unsubscribed from when this injector is destroyed. */
  readonly injector?: Injector
  /**
   * The name under which the latest value is kept for who is logged in: the next stream of that name begins with it, and
   * `isStale`. It takes `withKeptValues`, without which it throws. Where the stream depends on signals, give a function,
   * whose name has them in it: `() => 'stock ' + id()`.
   */
  readonly keep?: string | (() => string)
}

const isInjector = (u: unknown): u is Injector => typeof (u as { readonly get?: unknown } | null)?.get === 'function'
const injector = new t.Type<Injector, unknown>(
  'an Injector',
  isInjector,
  (u, context) => (isInjector(u) ? t.success(u) : t.failure(u, context)),
  t.identity,
)

/** Their codec; `keep` is for `withKeptValues` to look at. */
export const streamConfig = options('an object of options', {}, { initialValue: t.unknown, injector, keep: t.unknown })
