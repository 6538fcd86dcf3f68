import { isSome, none, type Option, some } from 'fp-ts/lib/Option.js'

/** The length of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, whose year has four digits. */
const dateLength = 29

const time = String.raw`(?<time>\d\d:\d\d:\d\d)`
/** The form of RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`. */
const rfc850 = new RegExp(
  String.raw`^(?<weekday>Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) ${time} GMT$`,
)
/** The form of the C function `asctime`: `Sun Nov  6 08:49:37 1994`. */
const asctime = new RegExp(String.raw`^(?<weekday>\w{3}) (?<month>\w{3}) (?<day>[ \d]\d) ${time} (?<year>\d{4})$`)

/** The header that was parsed last, and its result: all answers of one second have the same `Date`. */
let lastText = ''
let lastTime: Option<number> = none

/** Parses the form that servers must use today. */
const parseFixdate = (text: string): Option<number> => {
  const date = new Date(text)
  return date.toUTCString() === text && text.length === dateLength ? some(date.getTime()) : none
}

/** Parses the two older forms, which clients must still read. */
const parseOlderForm = (text: string): Option<number> => {
  const {
    weekday = '',
    day = '',
    month = '',
    year = '',
    time = '',
  } = (rfc850.exec(text) ?? asctime.exec(text))?.groups ?? {}
  // Without the century, the weekday decides: it fits only one of the two.
  const years = year.length === 2 ? [`20${year}`, `19${year}`] : [year]
  const times = years.map((fullYear) =>
    parseFixdate(`${weekday.slice(0, 3)}, ${day.replace(' ', '0')} ${month} ${fullYear} ${time} GMT`),
  )
  return times.find(isSome) ?? none
}

/**
 * The date of a `Date` or `Retry-After` header in milliseconds since 1970, in one of the three forms of HTTP; `None` if it is
 * not a date.
 */
export const httpDate = (text = ''): Option<number> => {
  if (text !== lastText) {
    const fixdate = parseFixdate(text)
    lastTime = isSome(fixdate) ? fixdate : parseOlderForm(text)
    lastText = text
  }
  return lastTime
}
