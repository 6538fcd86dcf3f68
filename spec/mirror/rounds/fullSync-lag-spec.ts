import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { bridge2025 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/index.js'
import { createMirror } from '../../../lib/sqlite.js'
import { anyLags, laggingBank, type LaggingEvent, laggingEvent } from '../core/laggingBank.js'
import { all, type DatabaseRow } from '../core/place.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const id = 'A6J'

type Bank = ReturnType<typeof laggingBank>

/** A mirror of a bank, with a comparison with the whole list as often as is asked for. */
const mirrored = (bank: Bank, overlap: number, fullSyncEvery: number, removedRows: 'keep' | 'delete' = 'keep') => {
  const database = new DatabaseSync(':memory:')
  const mirror = createMirror({ database, clock: bank.clock, fullSyncEvery, removedRows })
  const held = (): ReadonlyMap<number, number> => {
    const rows = database
      .prepare('SELECT id, amount FROM rxbank_transactions WHERE removed_at IS NULL')
      .all() as ReadonlyArray<DatabaseRow>
    return new Map(rows.map(({ id: row, amount }) => [Number(row), Number(amount)]))
  }
  let beforeComparison: ReturnType<Bank['standing']> | undefined
  bank.answers.before = (url) => {
    if (/\/transactions(\?|$)/.test(url) && !url.includes('since=')) beforeComparison ??= bank.standing(held())
  }
  /** A round; returns of which rows its comparison set something back. */
  const round = async (): Promise<ReadonlyArray<string>> => {
    beforeComparison = undefined
    await all(mirror.sync(bank.user, { id, overlap }))
    const before = beforeComparison as ReturnType<Bank['standing']> | undefined
    return before === undefined ? [] : bank.setBack(before, held())
  }
  return { round, held, close: () => database.close() }
}

const eventsOf = (...events: ReadonlyArray<number | 'insert' | 'change' | 'vanish'>): Array<LaggingEvent> =>
  events.map((event) =>
    typeof event === 'number' ? { what: 'wait', minutes: event } : { what: event, pick: 0, skew: 0 },
  )

/** A row vanishes before any replica has shown it; later one that lags lists it. */
const vanishedUnsent = eventsOf(1, 'vanish', 1, 'insert', 1, 'insert', 1, 1, 1, 1, 1)

/** Only a whole list shows a change, before the row vanishes; later a replica that lags lists it as it was before. */
const changedByList = eventsOf(
  ...[1, 1, 4, 5, 2, 5, 1],
  ...(['change', 2, 'vanish', 4, 'insert', 3, 'insert', 1, 'insert', 1, 1, 1] as const),
)

/** Only a whole list shows a change, because updates lag for longer. */
const changedWhileUpdatesLag: Array<LaggingEvent> = [
  ...eventsOf(1, 5, 6, 1, 'insert', 'insert', 4),
  { what: 'change', pick: 2, skew: 0 },
  { what: 'remove', pick: 28, skew: 0 },
  ...eventsOf(4, 7, 1),
]

describe('a mirror of a service whose replicas lag and whose clocks differ', () => {
  it.each([
    ['default', 'keep', documentedProfile],
    ['bridge 2025', 'delete', bridge2025 as unknown as typeof documentedProfile],
  ] as const)(
    'has nothing older after a comparison, nothing for longer than the replicas, and all in the end: %s, %s',
    async (_, removedRows, profile) => {
      const full = fc.constantFrom(minute, 7 * minute, hour)
      const overlaps = fc.constantFrom(5 * minute, 20 * minute)
      const events = fc.array(laggingEvent, { minLength: 10, maxLength: 60 })
      await fc.assert(
        fc.asyncProperty(events, anyLags, full, overlaps, async (happenings, lags, fullSyncEvery, overlap) => {
          const bank = laggingBank(profile, overlap, lags)
          for (let rows = 0; rows < 3; rows++) bank.insert()
          const { round, held, close } = mirrored(bank, overlap, fullSyncEvery, removedRows)
          await round()
          for (const happening of happenings) {
            if (happening.what !== 'wait') bank.happen(happening)
            else {
              bank.clock.advance(happening.minutes * minute)
              expect([await round(), bank.outdated(held(), bank.maxLag)]).toEqual([[], []])
            }
          }
          bank.catchUp()
          for (const wait of [overlap, fullSyncEvery, overlap, overlap, day, overlap]) {
            bank.clock.advance(wait + minute)
            await round()
          }
          expect(held()).toEqual(bank.truth())
          close()
        }),
        {
          numRuns: 20,
          examples: [
            [vanishedUnsent, [0.99, 0.3], minute, 20 * minute],
            [changedByList, [0, 0, 0, 0.99, 0.7, 0], 7 * minute, 20 * minute],
            [changedWhileUpdatesLag, [0, 0, 0, 0, 0, 0, 0.99, 0.99, 0, 0, 0.99], 7 * minute, 20 * minute],
          ],
        },
      )
    },
    120_000,
  )
})
