/**
 * A stream as a store, for frameworks that read no Observables. Begin with {@link toStore}.
 *
 * @module rxbank/store
 */
export type { Store, StoreCall, StoreSnapshot } from './adapters/store/Store.js'
export { type StoreConfig, type StoreSource, toStore } from './adapters/store/toStore.js'
