import { daysSinceEpoch, dayText } from './calendar.js'

/** 1 January 1970 was a Thursday. */
const isWeekend = (day: number): boolean => (((day + 3) % 7) + 7) % 7 > 4

/** The day of Easter Sunday, by the anonymous Gregorian algorithm. */
const easter = (year: number): number => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - moon - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1) / 86_400_000
}

const fixedHolidays = /* @__PURE__ */ new Set(['01-01', '05-01', '12-25', '12-26'])

/**
 * Whether banks settle payments in euros on a day, `YYYY-MM-DD`. By the calendar of TARGET, they do not on weekends,
 * 1 January, Good Friday, Easter Monday, 1 May, 25 December and 26 December.
 */
export const isTargetDay = (date: string): boolean => {
  const day = daysSinceEpoch(date)
  if (isWeekend(day) || fixedHolidays.has(date.slice(5))) return false
  const afterEaster = day - easter(Number(date.slice(0, 4)))
  return afterEaster !== -2 && afterEaster !== 1
}

/**
 * How a payment moves if banks are closed on its due day: not at all, to the next working day, or to the previous one.
 */
export type Shift = 'none' | 'following' | 'preceding'

/** Returns the day on which a payment is booked, from the day on which it is due. */
export type BookingDay = (due: number, shift: Shift) => number

/** How many days are searched for a working day. */
const maxSearchedDays = 10

/** Creates a function that moves due days to working days. It calls `isWorkingDay` once for each day. */
export const createBookingDay = (isWorkingDay: (date: string) => boolean): BookingDay => {
  const cache = new Map<number, boolean>()
  const isOpen = (day: number): boolean => {
    const isWorking = cache.get(day) ?? isWorkingDay(dayText(day))
    cache.set(day, isWorking)
    return isWorking
  }
  return (due, shift) => {
    if (shift === 'none') return due
    const step = shift === 'following' ? 1 : -1
    for (let days = 0; days < maxSearchedDays; days++) if (isOpen(due + days * step)) return due + days * step
    return due
  }
}
