import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'

/** 1 January 1970 was a Thursday. */
const isWeekend = (day: number): boolean => (((day + 3) % 7) + 7) % 7 > 4

/** The day of Easter Sunday, by the anonymous Gregorian algorithm. */
const easter = (year: number): number => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1) / 86_400_000
}

const fixedHolidays = /* @__PURE__ */ new Set(['01-01', '05-01', '12-25', '12-26'])

/**
 * Whether banks settle payments in euros on a day, `YYYY-MM-DD`: by the calendar of TARGET, not on weekends, on 1 January,
 * Good Friday, Easter Monday, 1 May, and 25 and 26 December.
 */
export const isTargetDay = (date: string): boolean => {
  const day = daysSinceEpoch(date)
  if (isWeekend(day) || fixedHolidays.has(date.slice(5))) return false
  const afterEaster = day - easter(Number(date.slice(0, 4)))
  return afterEaster !== -2 && afterEaster !== 1
}

/** How a payment moves that is due on a day on which banks are closed. */
export type Shift = 'none' | 'following' | 'preceding'

/** The day on which a payment is booked that is due on a day. */
export type BookingDay = (due: number, shift: Shift) => number

/** The longest series of days without a working day that is looked over. */
const maxClosed = 10

/** Moves days that are not working days; each day is asked for once. */
export const createBookingDay = (isWorkingDay: (date: string) => boolean): BookingDay => {
  const known = new Map<number, boolean>()
  const isOpen = (day: number): boolean => {
    const answer = known.get(day) ?? isWorkingDay(dayText(day))
    known.set(day, answer)
    return answer
  }
  return (due, shift) => {
    if (shift === 'none') return due
    const step = shift === 'following' ? 1 : -1
    for (let moved = 0; moved < maxClosed; moved++) if (isOpen(due + moved * step)) return due + moved * step
    return due
  }
}
