import { useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'
import type { Store, StoreCall, StoreSnapshot } from '../store/Store.js'
import { type StoreConfig, toStore } from '../store/toStore.js'
import { useProvidedClient } from './RxBankProvider.js'

/** The options of `useStore`. */
export interface UseStoreConfig {
  /**
   * Whether the component suspends until the first value, and throws the error of the stream to the nearest error boundary;
   * default false.
   */
  readonly suspense?: boolean
}

type AnyStore = Pick<Store<unknown>, 'whenLoaded'>

const loadPromises = new WeakMap<AnyStore, Promise<void>>()

/**
 * The promise for which all components that suspend on a store wait. React tells nobody that such a component was thrown
 * away. So the promise also resolves while the store loads: React then renders the components that still wait, and these
 * call `whenLoaded` again.
 */
const untilLoaded = (store: AnyStore): Promise<void> => {
  const existing = loadPromises.get(store)
  if (existing !== undefined) return existing
  const loaded = store.whenLoaded().finally(() => loadPromises.delete(store))
  loadPromises.set(store, loaded)
  return loaded
}

/**
 * Returns the snapshot of a store, and renders the component again with each change.
 *
 * Listens while the component is mounted. On a server, and while a browser hydrates, it returns the first snapshot; with
 * `suspense` a server that streams waits for the value.
 *
 * With `suspense` the stream also runs while a component waits for its first value, and React renders the component again
 * every five seconds. Once no component waits any more, the stream is unsubscribed within six seconds and `keepFor`.
 *
 * @example
 * import { useStore } from 'rxbank/react'
 * import { toStore } from 'rxbank/store'
 * import { createElement } from 'react'
 * import { renderToString } from 'react-dom/server'
 * import { of } from 'rxjs'
 *
 * const balances = toStore(of(12), { initialValue: 0 })
 * const Balance = () => `balance: ${useStore(balances).value}`
 * assert.strictEqual(renderToString(createElement(Balance)), 'balance: 0')
 */
export const useStore = <A>(store: Store<A>, { suspense = false }: UseStoreConfig = {}): StoreSnapshot<A> => {
  const { subscribe, getSnapshot, getServerSnapshot } = store
  // oxlint-disable-next-line typescript/only-throw-error -- React suspends a component that throws a Promise
  if (suspense && getSnapshot().status === 'loading') throw untilLoaded(store)
  const snapshot = useSyncExternalStore(subscribe, getSnapshot, suspense ? getSnapshot : getServerSnapshot)
  if (suspense && snapshot.error !== undefined) throw snapshot.error
  return snapshot
}

/** The options of `useStream`: those of a store, and `suspense`. */
export interface UseStreamConfig<A> extends StoreConfig<A>, UseStoreConfig {}

/** The snapshot of a stream, and a function that subscribes to it again. */
export interface StreamSnapshot<A> extends StoreSnapshot<A> {
  readonly reload: () => void
}

/**
 * Shows a stream in a component: returns its latest value, error and status.
 *
 * - `key`: names everything that the stream depends on, such as `transactions 7`. Components below the same `RxBankProvider`
 *   that have the same key share one subscription; with another key, the component starts another stream.
 * - `source`: returns the stream. It is called when the stream is subscribed to, not at each rendering. Pass what it gets to
 *   the calls of a client, as below: `waitingUntil` then says until when a request waits.
 *
 * The stream is subscribed to when the first component with this key is mounted, and unsubscribed `keepFor`
 * milliseconds after the last is unmounted. With `suspense` a component also counts while it waits for the first value; if
 * it leaves before, this takes up to six seconds longer. An error of the stream becomes the `error`; with `suspense` it is
 * thrown.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { RxBankProvider, useStream } from 'rxbank/react'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { createElement } from 'react'
 * import { renderToString } from 'react-dom/server'
 * import { toArray } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025 })
 * const client = createClient({ profile: bridge2025, ...credentials, http })
 * const { accounts } = client.user({ externalUserId: 'A6J' })
 *
 * const Accounts = () => {
 *   const { value, error, status, waitingUntil } = useStream(
 *     'accounts',
 *     (call) => accounts.all(call).pipe(toArray()),
 *     { initialValue: [] },
 *   )
 *   if (error) return error.message
 *   if (waitingUntil) return `waiting until ${waitingUntil.toLocaleTimeString()}`
 *   return status === 'loading' ? 'reading …' : `${value.length} accounts`
 * }
 * const page = createElement(RxBankProvider, { client }, createElement(Accounts))
 * assert.strictEqual(renderToString(page), 'reading …') // the browser continues from here
 */
export function useStream<A>(
  key: string,
  source: (call: StoreCall) => Observable<A>,
  config: UseStreamConfig<NoInfer<A>> & { readonly initialValue: NoInfer<A> },
): StreamSnapshot<A>
export function useStream<A, B extends null | undefined>(
  key: string,
  source: (call: StoreCall) => Observable<A>,
  config: UseStreamConfig<NoInfer<A> | B> & { readonly initialValue: B },
): StreamSnapshot<A | B>
export function useStream<A>(
  key: string,
  source: (call: StoreCall) => Observable<A>,
  config?: UseStreamConfig<NoInfer<A>>,
): StreamSnapshot<A | undefined>
export function useStream(
  key: string,
  source: (call: StoreCall) => Observable<unknown>,
  { suspense = false, ...config }: UseStreamConfig<unknown> = {},
): StreamSnapshot<unknown> {
  const { stores } = useProvidedClient()
  const store = stores.get(key) ?? toStore(source, config)
  stores.set(key, store)
  return { ...useStore(store, { suspense }), reload: store.reload }
}
