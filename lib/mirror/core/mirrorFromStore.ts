import { concat, concatMap, defer, EMPTY, expand, from, ignoreElements, map, type Observable, of, tap } from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import { options } from '../../base/codec/options.js'
import { validDate } from '../../base/codec/timestamp.js'
import { uuid } from '../../base/codec/uuid.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { balanceMismatches, waitingProofs } from '../balances/balanceMismatches.js'
import { readBalances } from '../balances/readBalances.js'
import { reportConsents } from '../consents/reportConsents.js'
import { maintainRecurring } from '../decisions/maintainRecurring.js'
import { maintainTransfers } from '../decisions/maintainTransfers.js'
import { checkDecision, featureOfDecision, storeDecision } from '../decisions/storeDecision.js'
import { eraseDeleted } from '../erasure/eraseDeleted.js'
import { hasUuid, isDeletedUser } from '../erasure/erasures.js'
import { exportUser } from '../erasure/exportUser.js'
import { checkAccountPair, decideLink, type MirrorAccountPair, readCandidates } from '../lineages/decideLink.js'
import { type MatchingRound, matchLineages } from '../lineages/matchLineages.js'
import { printCursor } from '../log/changeCursor.js'
import { presentPosition } from '../log/changeLog.js'
import { changeNews } from '../log/changeNews.js'
import { changeRetention } from '../log/changeRetention.js'
import { changeStream } from '../log/changeStream.js'
import { followChanges } from '../log/followChanges.js'
import { changedRows } from '../log/MirrorChange.js'
import { readUser } from '../rounds/readUser.js'
import { roundTransactions } from '../rounds/roundTransactions.js'
import { type MirrorFeature, usedFeatures } from '../tables/mirrorFeatures.js'
import { feeds, feedsByDefault } from './Feed.js'
import type { Erasure, Mirror, MirroredUser, MirrorSettings, MirrorSource, MirrorSyncConfig } from './Mirror.js'
import { checkStatements, migrateOptions, syncOptions, toWholeMs, userId } from './mirrorOptions.js'
import { claim, erase, usersAfter, usersWithUuid } from './mirrorUsers.js'
import { type PreparedTables, prepareTables } from './prepareTables.js'
import type { Program } from './Program.js'
import { shortText } from './shortText.js'
import { customClock } from './SqlDialect.js'
import type { Store } from './Store.js'

const idOptions = options('options', { id: userId }, {})
const accountOptions = options('options', { user: userId, account: shortText }, {})
const waitingOptions = options('options', {}, { before: validDate })
const userFilter = options('options', { uuid }, {})

/** The number of users that one statement reads. */
const pageSize = 1000

/**
 * Tables outside the mirror, in the same database, that have data of users. `ready` completes once they are prepared;
 * `eraseUser` deletes the data of one user.
 */
interface OtherTables {
  readonly ready: Observable<never>
  readonly eraseUser: (id: string) => Program<unknown>
}

/** Creates the mirror of a database. */
export const mirrorFromStore = (store: Store, settings: MirrorSettings, otherTables?: OtherTables): Mirror => {
  const { dialect, eraseTraces = EMPTY } = store
  const { removedRows = 'keep', onOutdatedTables } = settings
  const wholeMsSettings = toWholeMs(settings)
  const { clock = systemClock } = settings
  const customWall = customClock(settings.clock) && wholeMsSettings.clock.wall
  const { beginRound, save } = roundTransactions(store, removedRows === 'keep')
  const { migrate, ready, run, recheckAfterFailure } = prepareTables(store, dialect, onOutdatedTables)
  const prepareFeature = (feature: MirrorFeature) => prepareTables(store, dialect.features[feature], onOutdatedTables)
  const tablesOf: Readonly<Record<MirrorFeature, PreparedTables>> = {
    changes: prepareFeature('changes'),
    consents: prepareFeature('consents'),
    transfers: prepareFeature('transfers'),
    recurring: prepareFeature('recurring'),
    lineages: prepareFeature('lineages'),
  }

  /** Runs programs as `run` does, once the tables of some features are ready too. */
  const runWith =
    (...features: ReadonlyArray<MirrorFeature>): PreparedTables['run'] =>
    (program) =>
      concat(
        ready.pipe(recheckAfterFailure()),
        features
          .map((feature) => tablesOf[feature])
          .reduceRight(
            (result$, tables) => concat(tables.ready, result$).pipe(tables.recheckAfterFailure()),
            run(program),
          ),
      )
  /** Runs programs that read the change log, which the first of them creates. */
  const runWithLog = runWith('changes')
  const retention = changeRetention(dialect, run, clock, wholeMsSettings.keepChangesFor)

  /** Erases a user, also from the other tables, if `condition` holds in the same transaction. */
  const eraseUser = (id: string, condition?: () => Program<boolean>): Observable<Erasure> =>
    concat(
      otherTables?.ready ?? EMPTY,
      run(function* () {
        if (condition !== undefined && !(yield* condition())) return { user: id, wasKnown: false, rows: 0 }
        if (otherTables) yield* otherTables.eraseUser(id)
        return yield* erase(dialect, id)
      }).pipe(concatMap((erasure) => concat(eraseTraces, of(erasure)))),
    ).pipe(
      tap(({ user, wasKnown }) => {
        if (wasKnown) store.emitChange({ _tag: 'Erased', user })
      }),
    )

  const emitLineages = (user: string, ids: ReadonlyArray<string>): void => {
    if (ids.length > 0) store.emitChange(changedRows(user, 'accounts', ids))
  }

  /** Matches the accounts of a user. The first link creates the table of links, unless the mirror creates none. */
  const matchAccountsOf = (round: MatchingRound): Observable<never> => {
    const match = () => matchLineages(dialect, round)
    return run(match).pipe(
      concatMap((ids) => (ids !== undefined || onOutdatedTables === 'error' ? of(ids) : runWith('lineages')(match))),
      tap((ids = []) => emitLineages(round.user, ids)),
      ignoreElements(),
    )
  }

  const decidePair = (config: MirrorAccountPair, status: 'accepted' | 'rejected'): Observable<MirrorAccountPair> =>
    defer(() => {
      const pair = checkAccountPair(config)
      return runWith('lineages')(() => decideLink(dialect, pair, status)).pipe(
        tap((ids) => emitLineages(pair.user, ids)),
        map(() => pair),
      )
    })

  const sync = (user: MirrorSource<never>, config: MirrorSyncConfig) =>
    defer(() => {
      const decoded: MirrorSyncConfig = decodeOptions(syncOptions, { ...config, user })
      const { id, extraStatements, feeds: selectedFeeds = feedsByDefault } = decoded
      const checkedConfig =
        extraStatements === undefined ? decoded : { ...decoded, extraStatements: checkStatements(extraStatements) }

      const round$ = concat(ready, beginRound({ user: id, fence: decoded.fence })).pipe(
        concatMap((claimedRound) =>
          readUser({
            store,
            settings: wholeMsSettings,
            save,
            recheckAfterFailure,
            eraseIfDeleted: (userUuid) =>
              eraseUser(id, () => isDeletedUser(dialect, id, userUuid, wholeMsSettings.clock.wall())),
            matchLineages: matchAccountsOf,
            user,
            config: checkedConfig,
            feeds: feeds.filter((feed) => selectedFeeds.includes(feed)),
            claimedRound,
          }),
        ),
        recheckAfterFailure(),
      )
      return concat(round$, retention.deleteSome())
    })

  const { wakes$ } = store
  const changes$ = store.committed$ ?? changeNews({ dialect, run: runWithLog, wakes$, clock })
  const followed = { dialect, run: runWithLog, wakes$, clock }

  const page = (after: string) => run(() => usersAfter(dialect, after, pageSize))

  const allUsers$ = defer(() => page('')).pipe(
    expand((users) => (users.length < pageSize ? EMPTY : page(users.at(-1)?.id ?? ''))),
    concatMap((users): Observable<MirroredUser> => from(users)),
  )

  return {
    migrate: (config = {}) =>
      defer(() => {
        const { features = [] } = decodeOptions(migrateOptions, config)
        const wanted = new Set(features.flatMap((feature) => usedFeatures[feature]))
        return concat(migrate(), ...Array.from(wanted, (feature) => tablesOf[feature].migrate())).pipe(
          concatMap((migrations) => from(migrations)),
        )
      }),
    sync: sync as Mirror['sync'],
    claim: (id) =>
      defer(() => {
        decodeOptions(idOptions, { id })
        return run(() => claim(dialect, id))
      }),
    users: (filter) =>
      defer(() => {
        if (filter === undefined) return allUsers$
        const { uuid: userUuid } = decodeOptions(userFilter, filter)
        return run(() => usersWithUuid(dialect, userUuid.toLowerCase())).pipe(concatMap((users) => from(users)))
      }),
    balances: (config) =>
      defer(() => {
        decodeOptions(accountOptions, { user: config.user, account: config.account })
        return readBalances(dialect, run, config)
      }),
    balanceMismatches: () => balanceMismatches(dialect, run),
    waitingProofs: (config = {}) => defer(() => waitingProofs(dialect, run, decodeOptions(waitingOptions, config))),
    erase: (id) =>
      defer(() => {
        decodeOptions(idOptions, { id })
        return eraseUser(id)
      }),
    eraseDeleted: (event) =>
      eraseDeleted(event, {
        dialect,
        run,
        wall: wholeMsSettings.clock.wall,
        emitChange: store.emitChange,
        eraseTraces,
        eraseUser: (user, userUuid) => eraseUser(user, () => hasUuid(dialect, user, userUuid)),
      }),
    export: (id) => exportUser(dialect, run, wholeMsSettings.clock.wall, id),
    reportConsents: (config = {}) => reportConsents(dialect, runWith('consents'), { clock, wall: customWall }, config),
    changes: (config = {}) => changeStream(dialect, runWithLog, clock, config),
    presentCursor: () => runWithLog(() => presentPosition(dialect)).pipe(map(printCursor)),
    follow: (config) => followChanges(followed, config),
    maintainTransfers: (config = {}) =>
      maintainTransfers({ ...followed, run: runWith(...usedFeatures.transfers) }, config),
    maintainRecurring: (config = {}) =>
      maintainRecurring({ ...followed, run: runWith(...usedFeatures.recurring) }, config),
    decide: (config) =>
      defer(() => {
        const decision = checkDecision(config)
        return runWith(featureOfDecision(decision))(() => storeDecision(dialect, decision)).pipe(
          tap(() => store.emitChange({ _tag: 'Listening' })),
          map(() => decision),
        )
      }),
    accountCandidates: (id) =>
      defer(() => {
        decodeOptions(idOptions, { id })
        return run(() => readCandidates(dialect, id)).pipe(concatMap((candidates) => from(candidates)))
      }),
    link: (pair) => decidePair(pair, 'accepted'),
    unlink: (pair) => decidePair(pair, 'rejected'),
    deleteOldChanges: retention.deleteAll,
    changes$,
  }
}
