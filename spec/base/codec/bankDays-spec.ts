import { createBookingDay, isTargetDay } from '../../../lib/base/codec/bankDays.js'
import { daysSinceEpoch, dayText } from '../../../lib/base/codec/calendar.js'

const bookingDay = createBookingDay(isTargetDay)

describe('isTargetDay', () => {
  it.each([
    '2026-01-01', // New Year
    '2026-01-03', // Saturday
    '2026-01-04', // Sunday
    '2026-04-03', // Good Friday
    '2026-04-06', // Easter Monday
    '2025-04-18',
    '2024-04-01',
    '2000-04-24',
    '1969-12-28', // a Sunday before 1970
    '2026-05-01',
    '2026-12-25',
    '2024-12-26',
  ])('is false on %s', (date) => {
    expect(isTargetDay(date)).toBe(false)
  })

  it.each(['2026-01-02', '2026-04-02', '2026-04-07', '2026-05-25', '2026-12-24', '1969-12-31'])(
    'is true on %s',
    (date) => {
      expect(isTargetDay(date)).toBe(true)
    },
  )
})

describe('createBookingDay', () => {
  it.each([
    ['2026-04-03', 'following', '2026-04-07'],
    ['2026-04-06', 'preceding', '2026-04-02'],
    ['2026-04-04', 'none', '2026-04-04'],
    ['2026-04-07', 'following', '2026-04-07'],
  ] as const)('moves %s to the %s working day', (due, shift, expected) => {
    expect(dayText(bookingDay(daysSinceEpoch(due), shift))).toBe(expected)
  })

  it('leaves a day where it is if banks never open', () => {
    expect(createBookingDay(() => false)(20_000, 'following')).toBe(20_000)
  })

  it('asks for each day once', () => {
    const asked: Array<string> = []
    const days = createBookingDay((date) => (asked.push(date), true))
    days(20_000, 'following')
    days(20_000, 'preceding')
    expect(asked).toEqual(['2024-10-04'])
  })
})
