import { concat, concatMap, defer, EMPTY, isObservable, type Observable, of, tap } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { methodsCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { UpdatedRow } from '../../service/model/RemovedRow.js'
import type { Stream } from '../send/Stream.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'
import type { ChangesConfig, UpdatedBatch } from './ChangesConfig.js'
import { defaultOverlap } from './recentReports.js'
import { type ListedAccounts, reconcileRows, type Rows } from './reconcileRows.js'

/**
 * The options that {@link liveRows} passes to the watcher: the options of `watchUpdated` without a stored checkpoint.
 * Rows in memory are lost at a restart, so a program that continued from a checkpoint would lack all unchanged rows.
 */
export type RowsWatchConfig = Omit<ChangesConfig<never>, 'key' | 'process' | 'store'>

/** The part of a list that {@link liveRows} needs. The lists of a client have it. */
export interface LiveList<A> {
  /** Watches the list for changes. */
  readonly watchUpdated: (config: RowsWatchConfig) => Observable<UpdatedBatch<A>>
  /**
   * The user's accounts, if the rows belong to accounts. With them, the rows of a removed account are removed together
   * with the account. This costs a request for the list of accounts in each round, and one for each account that is
   * missing in it.
   */
  readonly accounts?: ListedAccounts | undefined
}

/** The options of keeping rows up to date. Times are in milliseconds. */
export interface LiveRowsConfig extends RowsWatchConfig {
  /**
   * How often all rows are read again, to find removed rows that no update has reported; default a day. Each full read
   * requests every page of the list. If rows were missing, the list is read again after five minutes or `overlap`,
   * whichever is longer. If it was empty, it is read again after an hour.
   */
  readonly fullSyncEvery?: number
  /** The clock; default: the system's. If you gave the client a clock, pass the same one. */
  readonly clock?: Clock
}

const day = 24 * 60 * 60_000

const reconcileOptions = /* @__PURE__ */ options(
  'options',
  {},
  {
    fullSyncEvery: milliseconds(1),
    clock: clockCodec,
  },
)

const liveList = methodsCodec<LiveList<never>>('a list with watchUpdated, such as user.transactions', 'watchUpdated')

const listedAccounts = methodsCodec<ListedAccounts>('accounts, with all and get', 'all', 'get')

const checkpointOptions = ['key', 'process', 'store']

/** Separates the options of the watcher from the options of {@link reconcileRows}. */
const separateOptions = (config: unknown) => {
  const { fullSyncEvery, clock, ...watchConfig }: LiveRowsConfig = decodeOptions(copyCodec, config)
  const refusedOption = checkpointOptions.find((name) => (watchConfig as Record<string, unknown>)[name] !== undefined)
  if (refusedOption !== undefined)
    throw wrongOption(`/${refusedOption}`, 'no value: the rows are in memory, so each start reads all of them')
  return { watchConfig, reconcileConfig: decodeOptions(reconcileOptions, { fullSyncEvery, clock }) }
}

/** The options without `trigger$`. */
const withoutTrigger = (config: RowsWatchConfig): RowsWatchConfig =>
  Object.fromEntries(Object.entries(config).filter(([name]) => name !== 'trigger$'))

/**
 * Applies changes to rows: returns the same `Map` if nothing has changed, or else a copy. If `admits` refuses a changed
 * row, the row is deleted like a removed one, because its earlier version is outdated.
 */
const withChanges = <A extends ChangedRow>(
  rows: Rows<A>,
  changes: Rows<UpdatedRow<A>>,
  admits: (row: A) => boolean,
): Rows<A> => {
  const isShown = (row: UpdatedRow<A>): row is A => !isRemoved(row) && admits(row)
  const changed = Array.from(changes.values()).filter((row) => isShown(row) || rows.has(row.id))
  if (changed.length === 0) return rows
  const next = new Map(rows)
  for (const row of changed) {
    if (isShown(row)) next.set(row.id, row)
    else next.delete(row.id)
  }
  return next
}

/**
 * Holds up-to-date rows of a list in memory: reads all of them, then follows their changes.
 *
 * - `list`: a list of a client, such as `user.transactions`, or
 *   `{ watchUpdated: (config) => user.changes(request, config), accounts: user.accounts }`.
 * - `config`: the options of {@link LiveRowsConfig} and of `watchUpdated`, except `store`, `key` and `process`; these
 *   fail with a `ConfigError`. With `since` the `Map` has only rows that were updated since then.
 *
 * Cold. Emits a `Map` of the rows by `id` when all rows are read, even if it is empty, and then at the end of each
 * round with changes. The `Map` holds the most recently received version of each row, and neither removed rows nor rows
 * of a user who was deleted and created again. If a row changes while a round is read, the change may not be emitted
 * until the next round. Never completes; errors as `watchUpdated` of the list does, and if the service refuses the list
 * of accounts. Each subscription reads all rows again. Unsubscribing aborts the request in flight and clears the timer.
 *
 * A row is also removed if no update has reported its removal: together with its account, if the list has `accounts`,
 * or when all rows are read again, see `fullSyncEvery`. An account is removed if the service itself (not a proxy)
 * responds 404 or 410 to the request for it. An account or row is also removed after it has been missing for five
 * minutes, or for a day if the full list is empty.
 *
 * The response to a full read may come from a replica that lags. So rows and accounts that
 * changed within `overlap` keep the state that the watcher has reported.
 *
 * If the user disables or enables access to the data of an account, all rows are read again at once, so the rows of
 * that account are removed or added again. All rows are read once more an hour later, when the service has loaded the
 * rest. So a `Map` may also be emitted between two rounds. A row that moves into a removed account is removed too, and
 * is added again when the account is listed again.
 *
 * An emitted `Map` does not change, and the next one has the same objects for unchanged rows. The order of its entries
 * has no meaning. Each round with changes copies the `Map`, which takes about 50 ms for 100,000 rows: keep longer lists
 * in a database.
 *
 * @example
 * import { createClient, createVirtualClock, liveRows } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const clock = createVirtualClock()
 * const sandbox = createSandbox({ profile: bridge2025, clock, transactions: 40 })
 * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
 * const { transactions } = client.user({ externalUserId: 'A6J' })
 *
 * const sizes: Array<number> = []
 * const subscription = liveRows(transactions, { every: 10_000 }).subscribe((rows) => sizes.push(rows.size))
 * const [id = 0] = sandbox.insertTransactions(sandbox.users[0]?.uuid ?? '', 2)
 * clock.advance(11_000)
 * sandbox.deleteTransaction(id)
 * clock.advance(11_000)
 * subscription.unsubscribe()
 * assert.deepStrictEqual(sizes, [40, 42, 41])
 */
export const liveRows = <A extends ChangedRow>(
  list: LiveList<A>,
  config: LiveRowsConfig = {},
): Stream<ReadonlyMap<number, A>> =>
  defer(() => {
    if (!liveList.is(list)) throw wrongOption('/list', liveList.name)
    const { accounts } = list
    if (accounts !== undefined && !listedAccounts.is(accounts)) throw wrongOption('/list/accounts', listedAccounts.name)
    const { watchConfig, reconcileConfig } = separateOptions(config)
    const { fullSyncEvery: every = day, clock = systemClock } = reconcileConfig
    const watchRows = (settings: RowsWatchConfig): Observable<UpdatedBatch<A>> => {
      const batches$ = list.watchUpdated(settings)
      if (!isObservable(batches$)) throw wrongOption('/list/watchUpdated', 'a function that returns a stream')
      return batches$
    }
    const { overlap = defaultOverlap } = watchConfig
    const createReconciliation = () =>
      reconcileRows({ read: () => watchRows(withoutTrigger(watchConfig)), accounts, every, overlap, clock })
    let { record, admits, reconcile } = createReconciliation()
    const changes = new Map<number, UpdatedRow<A>>()
    let emittedRows: Rows<A> | undefined
    /** Whether the emitted rows belong to a previous user, who was deleted and created again. */
    let isNewUser = false
    return watchRows(watchConfig).pipe(
      concatMap(({ resources, isLast, isUserReplaced, userUuid }) => {
        if (isUserReplaced === true) {
          isNewUser = true
          changes.clear()
          ;({ record, admits, reconcile } = createReconciliation())
        }
        record(resources)
        for (const row of resources) changes.set(row.id, row)
        if (!isLast) return EMPTY
        const previousRows = isNewUser ? undefined : emittedRows
        const rows = withChanges(previousRows ?? new Map<number, A>(), changes, admits)
        isNewUser = false
        changes.clear()
        const changed$ = rows === emittedRows || (rows.size === 0 && emittedRows?.size === 0) ? EMPTY : of(rows)
        emittedRows = rows
        return concat(
          changed$,
          reconcile(rows, userUuid).pipe(
            tap((reconciled) => {
              emittedRows = reconciled
            }),
          ),
        )
      }),
    )
  })
