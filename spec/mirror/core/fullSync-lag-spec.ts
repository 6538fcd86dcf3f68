import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { bridge2025 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/index.js'
import { createMirror } from '../../../lib/sqlite.js'
import { anyLags, laggingBank, laggingEvent } from './laggingBank.js'
import { all, type DatabaseRow } from './place.js'

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
  let beforeComparison: ReadonlyMap<number, number> | undefined
  bank.answers.before = (url) => {
    if (/\/transactions(\?|$)/.test(url) && !url.includes('since=')) beforeComparison ??= held()
  }
  /** A round; returns of which rows its comparison set something back. */
  const round = async (): Promise<ReadonlyArray<string>> => {
    beforeComparison = undefined
    await all(mirror.sync(bank.user, { id, overlap }))
    const before = beforeComparison as ReturnType<typeof held> | undefined
    return before === undefined ? [] : bank.setBack(before, held())
  }
  return { round, held, close: () => database.close() }
}

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
        { numRuns: 20 },
      )
    },
    120_000,
  )
})
