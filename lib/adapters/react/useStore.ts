import { useSyncExternalStore } from 'react'
import type { Store, StoreSnapshot } from '../store/Store.js'

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
