import { DatabaseSync } from '@photostructure/sqlite'
import { concatMap, defer, type Observable, Subject, throwError, timer } from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { type Program, statement } from '../../../lib/mirror/core/Program.js'
import type { Wake } from '../../../lib/mirror/core/Store.js'
import { changeNews, summarizeChanges } from '../../../lib/mirror/log/changeNews.js'
import type { MirrorChange } from '../../../lib/mirror/log/MirrorChange.js'
import { sqliteDialect } from '../../../lib/mirror/sqlite/sqliteDialect.js'
import { sqliteTransaction } from '../../../lib/mirror/sqlite/sqliteTransaction.js'
import { createMirror } from '../../../lib/sqlite.js'

const listening: MirrorChange = { _tag: 'Listening' }
const changed = (user: string, ids: ReadonlyArray<string>, feed = 'items') =>
  ({ _tag: 'Changed', user, feed, ids, count: ids.length }) as MirrorChange

/** Changes that are read of a log in SQLite. Each reading takes a millisecond. */
const opened = (dialect = sqliteDialect) => {
  const database = new DatabaseSync(':memory:')
  createMirror({ database })
    .migrate({ features: ['changes'] })
    .subscribe()
  const clock = createVirtualClock()
  const transaction = sqliteTransaction(database)
  const wakes$ = new Subject<Wake>()
  const failures: Array<MirrorError> = []
  const emitted: Array<unknown> = []
  let readings = 0
  const run = <A>(program: () => Program<A>): Observable<A> =>
    defer(() => {
      readings++
      const failed = failures.shift()
      return timer(1, clock.scheduler).pipe(
        concatMap(() => (failed === undefined ? transaction(program) : throwError(() => failed))),
      )
    })
  const reading = changeNews({ dialect, run, wakes$, clock }).subscribe({
    next: (change) => emitted.push(change),
    error: (error: unknown) => emitted.push(error),
  })
  const wake = (reason: Wake, wait = 10) => {
    wakes$.next(reason)
    clock.advance(wait)
    return emitted.splice(0)
  }
  const log = (user: string, change: string, feed: string | null, id: string | null) =>
    database
      .prepare('INSERT INTO rxbank_changes (user_id, change, feed, id) VALUES (?, ?, ?, ?)')
      .run(user, change, feed, id)
  return { database, clock, wake, wakes$, log, failures, emitted, reading, readings: () => readings }
}

describe('the changes that are read of a log', () => {
  it('begin with a connection, and come whenever there is a reason to read; a reason alone is no change', () => {
    const { wake, log, emitted, clock, reading } = opened()
    log('A6J', 'Removed', 'items', '0')
    clock.advance(60_000)
    expect(emitted).toEqual([])
    expect(wake('connection')).toEqual([listening])
    expect(wake('change')).toEqual([])
    log('A6J', 'Removed', 'items', '1')
    expect(wake('change')).toEqual([changed('A6J', ['1'])])
    expect(wake('change')).toEqual([])
    log('A6J', 'Removed', 'items', '2')
    expect(wake('decision')).toEqual([changed('A6J', ['2']), listening])
    log('A6J', 'Removed', 'items', '3')
    expect(wake('connection')).toEqual([listening])
    reading.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('are read once more for all reasons that come during a reading', () => {
    const { wake, wakes$, clock, readings } = opened()
    wake('connection')
    wakes$.next('change')
    for (let again = 0; again < 1000; again++) wakes$.next('change')
    clock.advance(10)
    expect(readings()).toBe(3)
  })

  it('are read again after a failure that may pass, and end with any other', () => {
    const { wake, failures, log, clock, emitted } = opened()
    wake('connection')
    log('A6J', 'Removed', 'items', '1')
    failures.push(new MirrorError({ reason: 'unavailable' }))
    expect(wake('decision')).toEqual([])
    clock.advance(1000)
    expect(emitted.splice(0)).toEqual([changed('A6J', ['1']), listening])
    const denied = new MirrorError({ reason: 'denied' })
    failures.push(denied)
    expect(wake('change')).toEqual([denied])
  })

  it('begin anew if some were deleted before they were read', () => {
    const { wake, log, database } = opened()
    wake('connection')
    for (const id of ['1', '2']) log('A6J', 'Removed', 'items', id)
    database.exec('DELETE FROM rxbank_changes WHERE number = 1; UPDATE rxbank_change_retention SET deleted_through = 1')
    expect(wake('change')).toEqual([listening])
    log('A6J', 'Removed', 'items', '3')
    expect(wake('change')).toEqual([changed('A6J', ['3'])])
  })

  it('are looked for again without a reason while a transaction holds some back', () => {
    const horizon = statement('SELECT horizon, (SELECT max(number) FROM rxbank_changes) AS newest FROM horizons')
    const { wake, log, database, clock, emitted } = opened({ ...sqliteDialect, changesHorizon: horizon })
    database.exec('CREATE TABLE horizons (horizon INTEGER); INSERT INTO horizons VALUES (0)')
    log('A6J', 'Removed', 'items', '1')
    wake('connection')
    expect(wake('change')).toEqual([])
    database.exec('UPDATE horizons SET horizon = 1')
    clock.advance(300)
    expect(emitted).toEqual([changed('A6J', ['1'])])
    expect(clock.pending()).toBe(0)
  })

  it('are one for each user and feed, and none of those of a user before they were erased', () => {
    const row = (user_id: string, change: string, feed: string | null, id: string | null) => ({
      user_id,
      change,
      feed,
      id,
    })
    const ids = Array.from({ length: 150 }, (_, index) => String(index))
    expect(
      summarizeChanges([
        row('A6J', 'Added', 'items', '1'),
        row('B7K', 'Removed', 'stocks', '5'),
        row('A6J', 'Changed', 'items', '1'),
        row('B7K', 'Erased', null, '9'),
        row('A6J', 'Erased', null, null),
        row('A6J', 'Added', 'items', '2'),
        ...ids.map((id) => row('C8L', 'Added', 'transactions', id)),
      ]),
    ).toEqual([
      changed('B7K', ['5'], 'stocks'),
      { _tag: 'Erased', user: 'A6J' },
      changed('A6J', ['2']),
      { _tag: 'Changed', user: 'C8L', feed: 'transactions', ids: ids.slice(0, 100), count: 150 },
    ])
    expect(summarizeChanges([])).toEqual([])
  })
})
