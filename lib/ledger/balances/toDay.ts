const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const found = formats.get(timeZone)
  if (found !== undefined) return found
  // Calendar and digits are explicit, because the defaults of the locale may change.
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** The calendar day of a time in a time zone, `YYYY-MM-DD`. Throws a `RangeError` for an unknown time zone. */
export const toDay = (time: Date, timeZone: string): string => {
  if (timeZone === 'UTC') return time.toISOString().slice(0, 10)
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return [parts.get('year')?.padStart(4, '0'), parts.get('month'), parts.get('day')].join('-')
}
