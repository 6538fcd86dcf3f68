import fc from 'fast-check'
import { documentedProfile, liveRows } from '../../../lib/index.js'
import { anyLags, laggingBank, laggingEvent } from '../../mirror/core/laggingBank.js'

const minute = 60_000

describe('liveRows, of a service whose replicas lag and whose clocks differ', () => {
  it('shows nothing older by a full read, nothing for longer than the replicas, and all in the end', () => {
    const full = fc.constantFrom(minute, 7 * minute, 30 * minute)
    const overlaps = fc.constantFrom(5 * minute, 20 * minute)
    const events = fc.array(laggingEvent, { minLength: 10, maxLength: 60 })
    fc.assert(
      fc.property(events, anyLags, full, overlaps, (happenings, lags, fullSyncEvery, overlap) => {
        const bank = laggingBank(documentedProfile, overlap, lags)
        const { clock, user, answers, maxLag } = bank
        for (let rows = 0; rows < 3; rows++) bank.insert()
        const setBack: Array<string> = []
        let shown: ReadonlyMap<number, number> = new Map()
        let beforeFullRead: ReturnType<typeof bank.standing> | undefined
        answers.before = (url) => {
          const isFullRead = url.includes('/transactions') && !url.includes('since=')
          beforeFullRead = isFullRead && shown.size > 0 ? bank.standing(shown) : undefined
        }
        const every = minute
        const showing = liveRows(user.transactions, { every, overlap, fullSyncEvery, clock }).subscribe((rows) => {
          const next = new Map(Array.from(rows, ([id, { amount }]) => [id, amount as number]))
          if (beforeFullRead !== undefined) setBack.push(...bank.setBack(beforeFullRead, next))
          shown = next
        })
        for (const happening of happenings) {
          if (happening.what !== 'wait') bank.happen(happening)
          else
            for (let passed = 0; passed < happening.minutes; passed++) {
              clock.advance(minute)
              expect([setBack, bank.outdated(shown, maxLag + 1.2 * every)]).toEqual([[], []])
            }
        }
        bank.catchUp()
        clock.advance(1.2 * fullSyncEvery + 2 * overlap + 15 * minute)
        expect(shown).toEqual(bank.truth())
        showing.unsubscribe()
      }),
      { numRuns: 30 },
    )
  })
})
