import { map, type Observable, skipWhile, Subject, tap } from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import {
  type Feed,
  type FeedList,
  type FeedRow,
  liveFeed,
  type LiveFeedConfig,
} from '../../streams/polling/liveFeed.js'
import type { StoreCall } from '../store/Store.js'
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
 * - `reload`: starts the feed again. The rows stay until the first page is read, also while its request waits.
 */
export interface FeedSnapshot<A> extends Feed<A> {
  readonly error: Error | undefined
  readonly more: () => void
  readonly reload: () => void
}

const unread = { rows: [], hasMore: false, status: 'loading', more: () => undefined } as const

type FeedValue<A> = Feed<A> & Pick<FeedSnapshot<A>, 'more'>

/**
 * @internal The source of a store that shows a feed. When the store reloads, the feed emits nothing until the first page is
 * read, and reports waits: so the rows of before stay.
 */
export const feedSource = <A extends FeedRow>(list: FeedList<A>, config: Omit<LiveFeedConfig, 'more$'>) => {
  const { clock = systemClock } = config
  let wasRead = false
  return ({ onWait }: StoreCall): Observable<FeedValue<A>> => {
    const more$ = new Subject<void>()
    const more = () => more$.next()
    const isReload = wasRead
    return liveFeed(list, { ...config, more$ }).pipe(
      tap(({ status, until }) => {
        if (status === 'live') wasRead = true
        if (until) onWait(until.getTime() - clock.wall())
      }),
      skipWhile(({ status }) => isReload && status !== 'live'),
      map((feed) => ({ ...feed, more })),
    )
  }
}

/**
 * Shows the newest rows of a list in a component, live: `liveFeed` as a hook.
 *
 * - `key`: names everything that the rows depend on, such as `transactions 7`, as for `useStream`. Components with the same
 *   key show the same rows.
 * - `list`: a list of a client, such as `user.transactions`. With the same key, a later list is ignored.
 *
 * Before the first page and after `reload`, `status` is `loading` or `waiting`. On a server, and while a browser hydrates,
 * there are no rows; with `suspense` a server that streams waits for the first page. The feed starts when the first component
 * with this key is mounted, and stops `keepFor` milliseconds after the last is unmounted.
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
  const { value, error, status, waitingUntil, reload } = useStream<FeedValue<A>>(key, feedSource(list, config), {
    initialValue: unread,
    ...(suspense !== undefined && { suspense }),
    ...(keepFor !== undefined && { keepFor }),
    ...(config.clock && { clock: config.clock }),
  })
  if (status === 'active') return { ...value, error, reload }
  const { rows, hasMore, more } = value
  const shown = { rows, hasMore, error, more, reload }
  if (error !== undefined) return { ...shown, status: 'stopped' }
  return waitingUntil === undefined
    ? { ...shown, status: 'loading' }
    : { ...shown, status: 'waiting', until: waitingUntil }
}
