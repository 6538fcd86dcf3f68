import { validDate } from '../../../lib/base/codec/timestamp.js'

describe('moment', () => {
  it('takes a Date', () => {
    for (const taken of ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00.000Z'])
      expect(validDate.is(new Date(taken))).toBe(true)
  })

  it.each([
    new Date(NaN),
    new Date(8.64e15),
    new Date(Date.UTC(10_000, 0)),
    0,
    '2026-01-01T00:00:00.000Z',
    null,
    undefined,
    {},
  ])('refuses %p', (given) => {
    expect(validDate.is(given)).toBe(false)
  })
})
