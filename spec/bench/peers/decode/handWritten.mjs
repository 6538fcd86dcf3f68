import { dayPattern, described, momentPattern } from './fields.mjs'

const refuse = () => {
  throw new Error('refused')
}

const isText = (value) => typeof value === 'string'
const isFlag = (value) => typeof value === 'boolean'
const isDay = (value) => typeof value === 'string' && dayPattern.test(value)
const isId = (value) => Number.isSafeInteger(value) && value >= 0
const isMoment = (value) => typeof value === 'string' && momentPattern.test(value)
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isAbsent = (value) => value === undefined || value === null

const isDemanded = (row) =>
  isObject(row) &&
  isId(row.id) &&
  isText(row.description) &&
  isText(row.raw_description) &&
  isMoment(row.updated_at) &&
  Number.isFinite(row.amount) &&
  isText(row.currency_code) &&
  isDay(row.date) &&
  isId(row.account_id) &&
  isId(row.category_id) &&
  isFlag(row.is_deleted)

const isDescribed = (row) =>
  isObject(row) &&
  isId(row.id) &&
  (isAbsent(row.description) || isText(row.description)) &&
  (isAbsent(row.raw_description) || isText(row.raw_description)) &&
  (isAbsent(row.updated_at) || isMoment(row.updated_at)) &&
  (isAbsent(row.clean_description) || isText(row.clean_description)) &&
  (isAbsent(row.bank_description) || isText(row.bank_description)) &&
  (isAbsent(row.amount) || Number.isFinite(row.amount)) &&
  (isAbsent(row.currency_code) || isText(row.currency_code)) &&
  (isAbsent(row.date) || isDay(row.date)) &&
  (isAbsent(row.booking_date) || isDay(row.booking_date)) &&
  (isAbsent(row.transaction_date) || isDay(row.transaction_date)) &&
  (isAbsent(row.value_date) || isDay(row.value_date)) &&
  (isAbsent(row.account_id) || isId(row.account_id)) &&
  (isAbsent(row.category_id) || isId(row.category_id)) &&
  (isAbsent(row.is_deleted) || isFlag(row.is_deleted)) &&
  (isAbsent(row.is_future) || isFlag(row.is_future)) &&
  (isAbsent(row.show_client_side) || isFlag(row.show_client_side))

const isLink = (value) => isAbsent(value) || isText(value)

const checkPage = (page) => {
  if (!isObject(page) || !Array.isArray(page.resources)) refuse()
  if (isAbsent(page.pagination)) return
  if (!isObject(page.pagination)) refuse()
  if (!isLink(page.pagination.previous_uri) || !isLink(page.pagination.next_uri)) refuse()
}

const two = (text, at) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

/** The form that the service sends by its digits, others as the platform reads them. */
const toDate = (text) => {
  if (text.length !== 24) return new Date(text)
  const year = two(text, 0) * 100 + two(text, 2)
  const fraction = (text.charCodeAt(20) - 48) * 100 + two(text, 21)
  const [hour, minute, second] = [two(text, 11), two(text, 14), two(text, 17)]
  return new Date(Date.UTC(year, two(text, 5) - 1, two(text, 8), hour, minute, second, fraction))
}

const checkOf = (fields) => (fields === described ? isDescribed : isDemanded)

/** What one would write for these rows alone. */
export const handWritten = (fields) => {
  const isRow = checkOf(fields)
  return {
    name: 'hand-written',
    decode: (page) => {
      checkPage(page)
      const resources = page.resources.map((row) => {
        if (!isRow(row)) refuse()
        return isAbsent(row.updated_at) ? row : { ...row, updated_at: toDate(row.updated_at) }
      })
      return { ...page, resources }
    },
  }
}

/** The same, which writes the dates into the page that it is given. */
export const handWrittenInPlace = (fields) => {
  const isRow = checkOf(fields)
  return {
    name: 'hand-written, in place',
    decode: (page) => {
      checkPage(page)
      for (const row of page.resources) {
        if (!isRow(row)) refuse()
        if (!isAbsent(row.updated_at)) row.updated_at = toDate(row.updated_at)
      }
      return page
    },
  }
}
