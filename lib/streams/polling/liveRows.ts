import { concat, concatMap, defer, EMPTY, isObservable, type Observable, of, tap } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { clockCodec } from '../../base/clock/clockCodec.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { copy } from '../../base/codec/copy.js'
import { methods } from '../../base/codec/methods.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Changed } from '../../service/model/RemovedRow.js'
import type { Stream } from '../send/Stream.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'
import type { ChangesConfig } from './ChangesConfig.js'
import { type ListedAccounts, reviewRows, type Rows } from './reviewRows.js'
import type { UpdatedBatch } from './UpdatedBatch.js'

/**
 * The options that {@link liveRows} passes to the watcher: those of `watchUpdated`, without those that store a
 * checkpoint. Rows in memory are lost at a restart, and a program that continued from a checkpoint would lack the rows
 * that have not changed since.
 */
export type RowsWatchConfig = Omit<ChangesConfig<never>, 'key' | 'process' | 'store'>

/** The options of keeping rows up to date. Times are in milliseconds. */
export interface LiveRowsConfig extends RowsWatchConfig {
  /**
   * The user's accounts, as `user.accounts`: the rows of an account leave with it. Costs one list of accounts a round, and
   * one request for an account that is missing in it. Default: none are asked for, and rows leave with `fullSyncEvery`.
   */
  readonly accounts?: ListedAccounts
  /**
   * How often all rows are read again, to find those that are gone although no update said so; default a day. Each time
   * costs the pages of the whole list. They are read again after five minutes if rows were missing, or after an hour if the
   * list was empty.
   */
  readonly fullSyncEvery?: number
  /** The clock that gives the present time. Pass the client's, if it was given one; default: the system's. */
  readonly clock?: Clock
}

const day = 24 * 60 * 60_000

const reviewOptions = /* @__PURE__ */ options(
  'options',
  {},
  {
    accounts: methods<ListedAccounts>('accounts, with all and get', 'all', 'get'),
    fullSyncEvery: milliseconds(1),
    clock: clockCodec,
  },
)

const watchFunction = 'a function from a config to a stream, as watchUpdated'

const checkpointOptions = ['key', 'process', 'store']

const ownOptions = (config: unknown) => {
  const { accounts, fullSyncEvery, clock, ...own }: LiveRowsConfig = decodeOptions(copy, config)
  const wrong = checkpointOptions.find((name) => (own as Record<string, unknown>)[name] !== undefined)
  if (wrong !== undefined)
    throw wrongOption(`/${wrong}`, 'nothing: the rows are in memory, so each start reads all of them')
  return { own, review: decodeOptions(reviewOptions, { accounts, fullSyncEvery, clock }) }
}

/** The options of a watcher that nothing triggers. */
const untriggered = (config: RowsWatchConfig): RowsWatchConfig =>
  Object.fromEntries(Object.entries(config).filter(([name]) => name !== 'trigger$'))

/**
 * The rows after changes: the same `Map` if nothing has changed, or else a copy. A row that is not admitted leaves, like one
 * that was removed: its version from before is not true any more.
 */
const withChanges = <A extends ChangedRow>(
  rows: Rows<A>,
  changes: Rows<Changed<A>>,
  admits: (row: A) => boolean,
): Rows<A> => {
  const isShown = (row: Changed<A>): row is A => !isRemoved(row) && admits(row)
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
 * Keeps the rows of a list in memory, up to date: reads all of them, then follows their changes.
 *
 * - `watch`: a function from options to a stream of batches, such as `user.stocks.watchUpdated`, that of an account's
 *   transactions or of a client in a renderer, or `(config) => user.changes(list, config)`.
 * - `config`: the options of `watchUpdated`, except `store`, `key` and `process`, which are a `ConfigError`, and those of
 *   {@link LiveRowsConfig}. With `since` there are only the rows that were updated since then.
 *
 * Cold. Emits a `Map` of the rows by `id` when all are read, even if it is empty, and then at the end of each round with
 * changes, never within a round. Removed rows are not in it, nor are those of a user who was deleted and made again. Of two
 * versions of a row it has the one that the service showed last. A row that changes while a round is read moves to another
 * page, so this change may be emitted only with the next round. Never completes; errors as `watch` does. A new
 * subscription, such as that of `retry`, reads all rows again. Unsubscribing aborts the request in flight and clears the
 * timer.
 *
 * Rows also leave when they are gone although no update said so: with their account, if you pass `accounts`, and when two
 * readings of all rows do not show them, see `fullSyncEvery`. An account or row that is missing once stays. An account leaves
 * when the service answers the request for it with a 404 or 410 of its own; an account or row leaves when it has been missing
 * for five minutes, or for a day if the whole list is empty. If the user disables or enables the access to the data of an
 * account of `accounts`, all rows are read again, so its rows leave or return at once. This may emit a `Map` between two rounds. A row that moves into
 * an account that is gone leaves too, and returns with its last version when the account is listed again.
 *
 * A `Map` that was emitted does not change, and unchanged rows are the same objects in the next one. The order of its
 * entries has no meaning. Each round with changes copies it, which takes some 50 ms for 100,000 rows: keep longer lists in
 * a database.
 *
 * @example
 * import { createClient, createVirtualClock, liveRows } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 *
 * const clock = createVirtualClock()
 * const sandbox = createSandbox({ clock, transactions: 40 })
 * const client = createClient({ baseUrl: 'https://bank.example', ...sandbox.credentials, http: sandbox.http, clock })
 * const { transactions } = client.user({ externalUserId: 'A6J' })
 *
 * const sizes: Array<number> = []
 * const showing = liveRows(transactions.watchUpdated, { every: 10_000 }).subscribe((rows) => sizes.push(rows.size))
 * const [id = 0] = sandbox.insertTransactions(sandbox.users[0]?.uuid ?? '', 2)
 * clock.advance(11_000)
 * sandbox.deleteTransaction(id)
 * clock.advance(11_000)
 * showing.unsubscribe()
 * assert.deepStrictEqual(sizes, [40, 42, 41])
 */
export const liveRows = <A extends ChangedRow>(
  watch: (config: RowsWatchConfig) => Observable<UpdatedBatch<A>>,
  config: LiveRowsConfig = {},
): Stream<ReadonlyMap<number, A>> =>
  defer(() => {
    if (typeof watch !== 'function') throw wrongOption('/watch', watchFunction)
    const { own, review: asked } = ownOptions(config)
    const { accounts, fullSyncEvery: every = day, clock = systemClock } = asked
    const watchRows = (settings: RowsWatchConfig): Observable<UpdatedBatch<A>> => {
      const batches$ = watch(settings)
      if (!isObservable(batches$)) throw wrongOption('/watch', watchFunction)
      return batches$
    }
    const newReview = () => reviewRows({ read: () => watchRows(untriggered(own)), accounts, every, clock })
    let { admits, review } = newReview()
    const changes = new Map<number, Changed<A>>()
    let shown: Rows<A> | undefined
    /** Whether the rows that are shown are those of a user who was deleted and made again. */
    let isOfAnother = false
    return watchRows(own).pipe(
      concatMap(({ resources, isLast, isUserReplaced, userUuid }) => {
        if (isUserReplaced === true) {
          isOfAnother = true
          changes.clear()
          ;({ admits, review } = newReview())
        }
        for (const row of resources) changes.set(row.id, row)
        if (!isLast) return EMPTY
        const before = isOfAnother ? undefined : shown
        const rows = withChanges(before ?? new Map<number, A>(), changes, admits)
        isOfAnother = false
        changes.clear()
        const changed$ = rows === shown || (rows.size === 0 && shown?.size === 0) ? EMPTY : of(rows)
        shown = rows
        return concat(
          changed$,
          review(rows, userUuid).pipe(
            tap((reviewed) => {
              shown = reviewed
            }),
          ),
        )
      }),
    )
  })
