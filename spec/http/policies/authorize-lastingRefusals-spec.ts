import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { lastingRefusals } from '../../../lib/http/policies/authorize.js'
import { hour, minute } from '../../helpers/tokens.js'

const stocks = { operation: 'stocks.list' }
const items = { operation: 'items.list' }

describe('refusals', () => {
  it('last once they are five, over five minutes', () => {
    const clock = createVirtualClock()
    const { noteRefusal } = lastingRefusals(clock)
    const each = Array.from({ length: 8 }, () => {
      const lasts = noteRefusal(stocks)
      clock.advance(minute)
      return lasts
    })
    expect(each).toEqual([false, false, false, false, false, true, true, true])
  })

  it('do not last because the machine slept, or many came at once', () => {
    const clock = createVirtualClock()
    const { noteRefusal } = lastingRefusals(clock)
    expect(Array.from({ length: 100 }, () => noteRefusal(stocks))).not.toContain(true)
    const slept = lastingRefusals(clock)
    expect(slept.noteRefusal(stocks)).toBe(false)
    clock.advance(8 * hour)
    expect(slept.noteRefusal(stocks)).toBe(false)
  })

  it('are counted by operation, and begin again after an answer', () => {
    const clock = createVirtualClock()
    const { noteRefusal, noteSuccess } = lastingRefusals(clock)
    for (let n = 0; n < 5; n++) {
      noteRefusal(stocks)
      clock.advance(minute)
    }
    expect(noteRefusal(items)).toBe(false)
    noteSuccess(items)
    expect(noteRefusal(stocks)).toBe(true)
    noteSuccess(stocks)
    expect(noteRefusal(stocks)).toBe(false)
  })
})
