import fc from 'fast-check'
import { dayText } from '../../../lib/base/codec/calendar.js'
import { lastDayOfState } from '../../../lib/ledger/recurring/isRecurring.js'
import { cadences } from '../../../lib/ledger/recurring/Schedule.js'
import { findRecurring } from '../../../lib/recurring.js'

describe('lastDayOfState', () => {
  const kinds = Object.entries(cadences)

  it('is the day after which the same rows give another state', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.integer({ min: 4, max: 8 }), (kind, count) => {
        const [, { unit, count: step }] = kind
        const rows = Array.from({ length: count }, (_, index) => {
          const at = unit === 'week' ? Date.UTC(2020, 0, 7 + 7 * step * index) : Date.UTC(2020, step * index, 7)
          const date = new Date(at).toISOString().slice(0, 10)
          return { id: index, date, account_id: 1, amount: -9.99, currency_code: 'EUR', clean_description: 'Netflix' }
        })
        const streamOn = (today: string) => findRecurring(rows, { today, isWorkingDay: () => true })[0]
        let today = rows.at(-1)?.date ?? ''
        const states: Array<unknown> = []
        for (;;) {
          const stream = streamOn(today)
          if (stream === undefined) throw new Error('no stream')
          states.push(stream.state)
          const last = lastDayOfState(stream)
          if (last === undefined) break
          expect(streamOn(last)?.state).toBe(stream.state)
          today = dayText(Date.parse(last) / 86_400_000 + 1)
        }
        expect(states).toEqual(['active', 'late', 'ended'])
      }),
    )
  })
})
