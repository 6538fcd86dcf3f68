import { map, Subject } from 'rxjs'
import {
  type Feed,
  type FeedList,
  type FeedRow,
  liveFeed,
  type LiveFeedConfig,
} from '../../streams/polling/liveFeed.js'
import type { StoreConfig } from '../store/toStore.js'
import { type UseStoreConfig, useStream } from './useStream.js'

/** The options of `useFeed`: those of `liveFeed`, `suspense` and `keepFor`. */
export interface UseFeedConfig
  extends Omit<LiveFeedConfig, 'more$'>, UseStoreConfig, Pick<StoreConfig<unknown>, 'keepFor'> {}

/**
 * What a page shows of a list, as of `liveFeed`, and two functions.
 *
 * - `error`: why the feed has stopped, usually a `ClientError`; `undefined` unless `status` is `stopped`.
 * - `more`: adds a page of rows, unless rows are being added or there are no more.
 * - `reload`: starts the feed again. The rows stay until the first page is read.
 */
export interface FeedSnapshot<A> extends Feed<A> {
  readonly error: Error | undefined
  readonly more: () => void
  readonly reload: () => void
}

const unread = { rows: [], hasMore: false, status: 'loading', more: () => undefined } as const

/**
 * Shows the newest rows of a list in a component, live: `liveFeed` as a hook.
 *
 * - `key`: names everything that the rows depend on, such as `transactions 7`, as for `useStream`. Components with the same
 *   key show the same rows.
 * - `list`: a list of a client, such as `user.transactions`. With the same key, a later list is ignored.
 *
 * Before the first page and after `reload`, `status` is `loading`. On a server, and while a browser hydrates, there are no
 * rows; with `suspense` a server that streams waits for the first page. The feed starts when the first component with this
 * key is mounted, and stops `keepFor` milliseconds after the last is unmounted.
 *
 * @example
 * import { createGatewayClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { RxBankProvider, useFeed } from 'rxbank/react'
 * import { createElement } from 'react'
 * import { renderToString } from 'react-dom/server'
 *
 * const client = createGatewayClient({ profile: bridge2025, gateway: 'https://app.example/api/bank' })
 *
 * const Transactions = () => {
 *   const { rows, hasMore, status, until, more } = useFeed('transactions', client.user().transactions)
 *   if (status === 'loading' && rows.length === 0) return 'reading …'
 *   return createElement('button', { onClick: more, disabled: !hasMore }, until?.toLocaleTimeString() ?? 'more')
 * }
 * const page = createElement(RxBankProvider, { client }, createElement(Transactions))
 * assert.strictEqual(renderToString(page), 'reading …') // the browser continues from here
 */
export const useFeed = <A extends FeedRow>(
  key: string,
  list: FeedList<A>,
  { suspense, keepFor, ...config }: UseFeedConfig = {},
): FeedSnapshot<A> => {
  const source = () => {
    const more$ = new Subject<void>()
    const more = () => more$.next()
    return liveFeed(list, { ...config, more$ }).pipe(map((feed) => ({ ...feed, more })))
  }
  const { value, error, status, reload } = useStream<Feed<A> & Pick<FeedSnapshot<A>, 'more'>>(key, source, {
    initialValue: unread,
    ...(suspense !== undefined && { suspense }),
    ...(keepFor !== undefined && { keepFor }),
    ...(config.clock && { clock: config.clock }),
  })
  if (status === 'active') return { ...value, error, reload }
  const { rows, hasMore, more } = value
  return { rows, hasMore, status: error === undefined ? 'loading' : 'stopped', error, more, reload }
}
