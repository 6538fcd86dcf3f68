import { moment } from '../../lib/codec/moment.js'

describe('moment', () => {
  it('takes a Date', () => {
    expect(moment.is(new Date(0))).toBe(true)
  })

  it.each([new Date(NaN), 0, '2026-01-01T00:00:00.000Z', null, undefined, {}])('refuses %p', (given) => {
    expect(moment.is(given)).toBe(false)
  })
})
