import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { createVirtualClock } from '../../../lib/index.js'
import type { MirrorConsent } from '../../../lib/mirror/consents/MirrorConsent.js'
import { createMirror } from '../../../lib/sqlite.js'
import {
  consentStage,
  type ConsentStage,
  day,
  endedStage,
  isUnreported,
  type ReportedStage,
  unreadableStage,
  validStage,
} from '../../../lib/streams/polling/consentStage.js'

const start = Date.UTC(2026, 0, 15, 12)
const ids = [1, 2, 3]

const apiVersionOf = (consent: MirrorConsent): ConsentStage => {
  if (consent._tag === 'renewed') return validStage
  if (consent._tag === 'unreadable') return unreadableStage
  return consent._tag === 'ended' ? endedStage : consent.noticeDays
}

/** What happens between two reports: the time moves, and items get other ends, or lose them, or are removed. */
const step = fc.record({
  days: fc.integer({ min: -20, max: 60 }),
  ends: fc.array(fc.record({ id: fc.constantFrom(...ids), days: fc.integer({ min: -5, max: 200 }) }), { maxLength: 3 }),
  removed: fc.option(fc.constantFrom(...ids)),
  noticeDays: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
  isOther: fc.boolean(),
})

describe('reportConsents', () => {
  it('reports what the rules of one consent say, of every item and in the order of their ids', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 15 }), (steps) => {
        const database = new DatabaseSync(':memory:')
        const clock = createVirtualClock({ start })
        const mirrors = [createMirror({ database, clock }), createMirror({ database, clock })]
        mirrors[0]?.claim('A6J').subscribe()
        const ends = new Map<number, number>()
        const reported = new Map(ids.map((id) => [id, [] as Array<ReportedStage>]))
        const put = database.prepare(
          `INSERT INTO rxbank_items (user_id, id, authentication_expires_at, row) VALUES ('A6J', ?, ?, '{}')
           ON CONFLICT DO UPDATE SET authentication_expires_at = excluded.authentication_expires_at, removed_at = NULL`,
        )
        const remove = database.prepare("UPDATE rxbank_items SET removed_at = '2026' WHERE id = ?")
        for (const { days, ends: changed, removed, noticeDays, isOther } of steps) {
          clock.stepWall(days * day)
          for (const { id, days: left } of changed) {
            ends.set(id, clock.wall() + left * day)
            put.run(String(id), new Date(clock.wall() + left * day).toISOString())
          }
          if (removed !== null) {
            ends.delete(removed)
            remove.run(String(removed))
          }
          const expected: Array<readonly [id: number, stage: ConsentStage]> = []
          for (const id of ids) {
            const [end, stages] = [ends.get(id), reported.get(id)]
            if (end === undefined || stages === undefined) continue
            const stage = consentStage(end, clock.wall(), noticeDays)
            if (!isUnreported(stage, end, clock.wall(), stages)) continue
            stages.push([stage, end, clock.wall()])
            expected.push([id, stage])
          }
          const found: Array<readonly [id: number, stage: ConsentStage]> = []
          mirrors[isOther ? 1 : 0]
            ?.reportConsents({ noticeDays })
            .subscribe((consent) => found.push([consent.itemId, apiVersionOf(consent)]))
          expect(found).toEqual(expected)
        }
        database.close()
      }),
    )
  })
})
