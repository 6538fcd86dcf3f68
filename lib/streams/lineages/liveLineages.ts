import { combineLatest, defer, distinctUntilChanged, filter, map, type Observable, of, scan, switchMap } from 'rxjs'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { hasSameContent } from '../../base/hash/contentHash.js'
import type { AccountDecision } from '../../ledger/accounts/AccountDecision.js'
import { followLineages, noLineages } from '../../ledger/accounts/followLineages.js'
import type { Lineages } from '../../ledger/accounts/Lineages.js'
import type { RelinkedAccount } from '../../ledger/accounts/RelinkedAccount.js'
import type { LedgerRow } from '../../ledger/toLedgerEntry.js'
import { type FeedList, type FeedRow, liveFeed, type LiveFeedConfig } from '../polling/liveFeed.js'
import type { Stream } from '../send/Stream.js'

/** The part of a user's client that {@link liveLineages} needs. */
export interface LineageUser {
  readonly accounts: FeedList<RelinkedAccount<number>>
  readonly transactions: FeedList<FeedRow & LedgerRow>
}

/** The options of {@link liveLineages}: those of `liveFeed`, and the person's decisions. Times are in milliseconds. */
export interface LiveLineagesConfig extends Omit<LiveFeedConfig, 'every' | 'more$' | 'pageSize'> {
  /** The time from one reading of the accounts to the next one, ±10 %; at least 100, default 300,000. */
  readonly every?: number
  /**
   * All decisions of the person, oldest first, and again after each new one. Nothing is emitted before its first emission.
   * Default: none.
   */
  readonly decisions$?: Observable<ReadonlyArray<AccountDecision>>
}

const list = /* @__PURE__ */ methodsCodec<FeedList<never>>('a list with pages', 'pages')

const argumentsCodec = /* @__PURE__ */ options('arguments', { accounts: list, transactions: list }, {})

const decisionsOption = /* @__PURE__ */ options(
  'options',
  {},
  { decisions$: /* @__PURE__ */ observableCodec<Observable<ReadonlyArray<AccountDecision>>>('an Observable') },
)

/** How many accounts and rows are read: as many as fit into one response. */
const pageSize = 500

/**
 * Follows which accounts of a user are one account, while banks are connected again: `matchAccounts` for a page.
 *
 * - `user`: the client of a user, of `createClient` or `createGatewayClient`.
 *
 * Cold. Emits {@link Lineages} when the accounts were read, and again each time they change. A new entry in `links` says that
 * an account was connected again; it stays until a person rejects it. Each reading costs two requests: one for the accounts,
 * 500 at most, and one for the newest 500 transactions, which are the evidence. So an account is linked by rows only if it
 * was read before it was removed. As with `liveFeed`, the first requests are interactive, the others are background requests,
 * and transient errors are retried without end. Any other error is the stream's. Never completes. Unsubscribing aborts the
 * request in flight and clears the timer. Share it among the parts of a page.
 *
 * @example
 * import { createClient, createVirtualClock } from 'rxbank'
 * import { liveLineages } from 'rxbank/accounts'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const clock = createVirtualClock()
 * const sandbox = createSandbox({ profile: bridge2025, clock })
 * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
 *
 * const linked: Array<boolean> = []
 * const subscription = liveLineages(client.user({ externalUserId: 'A6J' }), { clock }).subscribe(({ links }) => {
 *   linked.push(links.length > 0)
 * })
 * const [itemId = 0] = sandbox.users[0]?.itemIds ?? []
 * sandbox.relinkItem(itemId)
 * clock.advance(330_000)
 * subscription.unsubscribe()
 * assert.deepStrictEqual(linked, [false, true])
 */
export const liveLineages = (user: LineageUser, config: LiveLineagesConfig = {}): Stream<Lineages> =>
  defer(() => {
    const {
      decisions$: decided$,
      every = 300_000,
      ...feedConfig
    }: LiveLineagesConfig = decodeOptions(copyCodec, config)
    const { decisions$ = of([]) } = decodeOptions(decisionsOption, { decisions$: decided$ })
    const { accounts, transactions } = user
    decodeOptions(argumentsCodec, { accounts, transactions })

    const read = <A extends FeedRow>(feedList: FeedList<A>): Observable<ReadonlyArray<A>> =>
      liveFeed(feedList, { ...feedConfig, every, pageSize }).pipe(
        filter(({ status }) => status === 'live'),
        map(({ rows }) => rows),
        distinctUntilChanged(),
      )
    const readings$ = read(accounts).pipe(
      switchMap((listed) => read(transactions).pipe(map((rows) => ({ accounts: listed, rows })))),
    )
    return combineLatest([readings$, decisions$]).pipe(
      scan((state, [reading, decisions]) => followLineages(state, reading, decisions), noLineages),
      map(({ lineages }) => lineages),
      distinctUntilChanged(hasSameContent),
    )
  })
