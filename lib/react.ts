/**
 * What React adds: hooks that show streams, and a provider of their client. Begin with {@link useFeed} and {@link useStream}.
 *
 * @module rxbank/react
 */
export { RxBankProvider, type RxBankProviderProps } from './adapters/react/RxBankProvider.js'
export { type FeedSnapshot, useFeed, type UseFeedConfig } from './adapters/react/useFeed.js'
export { useRxBank } from './adapters/react/useRxBank.js'
export {
  type StreamSnapshot,
  useStore,
  type UseStoreConfig,
  useStream,
  type UseStreamConfig,
} from './adapters/react/useStream.js'
