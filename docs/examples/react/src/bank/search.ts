import { decimal } from 'rxbank'
import { formatMoney } from '../format/money'
import type { Row } from './transactions'

/** Without accents and case, and with the minus sign of a keyboard. */
const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('−', '-').toLowerCase()

/** The text of a row in which a search looks: what was bought, as the bank says it and plainly, the day and the amount. */
const textOf = ({ clean_description, provider_description, date, amount, currency_code }: Row): string => {
  const exact = decimal(amount, currency_code)
  const amounts = [exact._tag === 'Right' ? exact.right : '', formatMoney(amount, currency_code)]
  return fold([clean_description, provider_description, date, ...amounts].join(' '))
}

const texts = new WeakMap<Row, string>()

const memoizedText = (row: Row): string => {
  const text = texts.get(row) ?? textOf(row)
  texts.set(row, text)
  return text
}

/** What dates are called, such as `november` or `sunday`. */
const namesOf = (format: Intl.DateTimeFormatOptions, dates: ReadonlyArray<number>): ReadonlyArray<string> =>
  dates.map((date) => new Intl.DateTimeFormat('en-IE', { ...format, timeZone: 'UTC' }).format(date).toLowerCase())

const months = namesOf(
  { month: 'long' },
  Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month)),
)
const weekdays = namesOf(
  { weekday: 'long' },
  Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 4 + day)),
)

const twoDigits = (value: string | number): string => String(value).padStart(2, '0')
const monthNumber = (name: string): string => twoDigits(months.indexOf(name) + 1)

const [startOfWord, endOfWord] = ['(?<!\\S)', '(?!\\S)']
const monthName = `(${months.join('|')})`
const numericDay = new RegExp(`${startOfWord}(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?${endOfWord}`, 'g')
const writtenDay = new RegExp(
  `${startOfWord}(?:(?:${weekdays.join('|')}),? )?(\\d{1,2}) ${monthName}(?: (\\d{4}))?${endOfWord}`,
  'g',
)
const writtenMonth = new RegExp(`${startOfWord}${monthName} (\\d{4})${endOfWord}`, 'g')

/** A query whose days are parts of an ISO date, as those of rows are: `-11-12` is the 12th of November of any year. */
const withIsoDays = (query: string): string =>
  query
    .replaceAll(
      numericDay,
      (_, day: string, month: string, year = '') => `${year}-${twoDigits(month)}-${twoDigits(day)}`,
    )
    .replaceAll(
      writtenDay,
      (_, day: string, name: string, year = '') => `${year}-${monthNumber(name)}-${twoDigits(day)}`,
    )
    .replaceAll(writtenMonth, (_, name: string, year: string) => `${year}-${monthNumber(name)}-`)

/** What a word may look like in a row: a comma may be the point of a number, and the name of a month may be that month. */
const spellings = (word: string): ReadonlyArray<string> => [
  word,
  word.replaceAll(/(\d),(\d)/g, '$1.$2'),
  ...(months.includes(word) ? [`-${monthNumber(word)}-`] : []),
]

/** The rows that have all words of a query, in any order. */
export const search = (rows: ReadonlyArray<Row>, query: string): ReadonlyArray<Row> => {
  const words = withIsoDays(fold(query).replaceAll(/\s+/g, ' '))
    .split(' ')
    .filter((word) => word !== '')
    .map(spellings)
  return rows.filter((row) => words.every((word) => word.some((spelling) => memoizedText(row).includes(spelling))))
}
