/** Days as numbers since 1970-01-01, which was a Thursday. */
const dayLength = 86_400_000

export const toText = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10)

export const dayNumber = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / dayLength

/** 1 for Monday to 7 for Sunday. */
export const weekday = (day: number): number => ((day + 3) % 7) + 1

export const yearOf = (day: number): number => Number(toText(day).slice(0, 4))

/** The day of a month, or its last day if it is shorter. `month` may be more than 12, or less than 1. */
export const dayOfMonth = (year: number, month: number, day: number): number =>
  Math.min(dayNumber(year, month, 1) + day - 1, dayNumber(year, month + 1, 1) - 1)

/** Easter Sunday by the anonymous Gregorian algorithm. */
const easter = (year: number): number => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = Math.floor((a + 11 * d + 22 * e) / 451)
  const month = Math.floor((d + e - 7 * f + 114) / 31)
  return dayNumber(year, month, ((d + e - 7 * f + 114) % 31) + 1)
}

/** Fixed holidays, as month and day, and others as days after Easter. */
const holidays = {
  fr: { fixed: ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'], movable: [1, 39, 50] },
  de: { fixed: ['01-01', '05-01', '10-03', '12-25', '12-26'], movable: [-2, 1, 39, 50] },
  gb: { fixed: ['01-01', '12-25', '12-26'], movable: [-2, 1] },
}

export type Country = keyof typeof holidays

/** Whether banks of a country book on a day. */
export const isOpen = (day: number, country: Country): boolean => {
  if (weekday(day) > 5) return false
  const { fixed, movable } = holidays[country]
  return !fixed.includes(toText(day).slice(5)) && !movable.includes(day - easter(yearOf(day)))
}

export const nextOpen = (day: number, country: Country): number =>
  isOpen(day, country) ? day : nextOpen(day + 1, country)

export const previousOpen = (day: number, country: Country): number =>
  isOpen(day, country) ? day : previousOpen(day - 1, country)
