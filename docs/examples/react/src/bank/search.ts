import { decimal } from 'rxbank'
import type { Row } from './feed'

/** Without accents and case. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The text of a row in which a search looks: what was bought, as the bank says it and plainly, the day and the amount. */
const textOf = ({ clean_description, provider_description, date, amount, currency_code }: Row): string => {
  const exact = decimal(amount, currency_code)
  return fold([clean_description, provider_description, date, exact._tag === 'Right' ? exact.right : ''].join(' '))
}

const texts = new WeakMap<Row, string>()

const memoizedText = (row: Row): string => {
  const text = texts.get(row) ?? textOf(row)
  texts.set(row, text)
  return text
}

/** The rows that have all words of a query, in any order. A comma in a number is its point. */
export const search = (rows: ReadonlyArray<Row>, query: string): ReadonlyArray<Row> => {
  const words = fold(query)
    .replaceAll(/(\d),(\d)/g, '$1.$2')
    .split(/\s+/)
    .filter((word) => word !== '')
  return rows.filter((row) => words.every((word) => memoizedText(row).includes(word)))
}
