import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { recentReports } from '../../../lib/streams/polling/recentReports.js'

describe('recentReports', () => {
  it('has the last report of each row, until `overlap` has passed since', () => {
    const clock = createVirtualClock()
    const { record, forgetOld, last } = recentReports(clock, 100)
    const reported = () => {
      forgetOld()
      return [1, 2, 3].map(last)
    }
    record([{ id: 1 }, { id: 2, is_deleted: true }])
    expect(reported()).toEqual(['present', 'removed', undefined])
    clock.advance(60)
    record([{ id: 2 }, { id: 3, deleted: true }])
    expect(reported()).toEqual(['present', 'present', 'removed'])
    clock.advance(39)
    expect(reported()).toEqual(['present', 'present', 'removed'])
    clock.advance(1)
    expect(reported()).toEqual([undefined, 'present', 'removed'])
    record([{ id: 2 }])
    clock.advance(60)
    expect(reported()).toEqual([undefined, 'present', undefined])
  })

  it('has none without an overlap', () => {
    const { record, forgetOld, last } = recentReports(createVirtualClock(), 0)
    record([{ id: 1 }])
    forgetOld()
    expect(last(1)).toBeUndefined()
  })
})
