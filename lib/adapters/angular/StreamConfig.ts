import type { Injector } from '@angular/core'
import * as t from 'io-ts'
import { options } from '../../base/codec/options.js'

/** The options of `injectStream`. */
export interface StreamConfig<A> {
  /** The value before the first one of the stream; default `undefined`. */
  readonly initialValue?: A
  /** Required outside an injection context. When this injector is destroyed, the stream is unsubscribed. */
  readonly injector?: Injector
  /**
   * The name under which the latest value is kept for the current user: the next stream with that name starts with it,
   * and with `isStale`. Requires `withTransferState`; throws without it. If the stream depends on signals, pass a function
   * that includes them in the name: `() => 'stock ' + id()`.
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

/** The codec of {@link StreamConfig}. `withTransferState` checks `keep`. */
export const streamConfig = options('an object of options', {}, { initialValue: t.unknown, injector, keep: t.unknown })
