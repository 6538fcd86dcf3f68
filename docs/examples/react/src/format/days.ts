const locale = 'en-IE'

const dayFormat = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const dateFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const momentFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** A day of a bank, such as `2026-01-31`: it has no time zone, so it is shown in UTC. */
export const formatDay = (day: string): string => dayFormat.format(new Date(day))

/** The date of a moment. */
export const formatDate = (moment: Date): string => dateFormat.format(moment)

/** A moment: the time if it is today, or else the date too. */
export const formatMoment = (moment: Date): string =>
  (moment.toDateString() === new Date().toDateString() ? timeFormat : momentFormat).format(moment)

const midnight = (moment: Date): number => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())

/** How many days of the calendar lie between now and a moment: 0 on the same day. */
export const daysUntil = (moment: Date, now: Date): number => (midnight(moment) - midnight(now)) / (24 * 60 * 60_000)
