import type { RelinkedAccount } from '../../lib/ledger/accounts/RelinkedAccount.js'
import type { LedgerRow } from '../../lib/ledger/toLedgerEntry.js'
import { draw, fraction, integerBelow, pick } from '../../lib/testing/sandbox/seededRandom.js'

const dayMs = 24 * 60 * 60 * 1000

/** A day, counted from 2026-01-01. */
export const dayOf = (number: number): string =>
  new Date(Date.UTC(2026, 0, 1) + number * dayMs).toISOString().slice(0, 10)

/** A row without an id. */
export interface Movement {
  readonly day: number
  readonly cents: number
  readonly text: string
}

const shops = [
  'Carrefour',
  'Fnac',
  'SNCF',
  'Monoprix',
  'Boulangerie Paul',
  'Shell',
  'Picard',
  'Zara',
  'Ikea',
  'Cinema Rex',
  'Decathlon',
  'Lidl',
]

/** The purchases of a card holder: about `perDay` a day from `first` to `last`, with any amounts. */
export const purchases = (seed: number, first: number, last: number, perDay = 1): ReadonlyArray<Movement> =>
  Array.from({ length: Math.ceil((last - first + 1) * perDay) }, (_, index) => ({
    day: first + Math.floor(index / perDay),
    cents: -(100 + integerBelow(draw(seed, 3 * index), 12_000)),
    text: `CB ${pick(draw(seed, 3 * index + 1), shops)}`,
  }))

/** A standing order: the same amount and text, every 30 days from `first` to `last`. */
export const standingOrder = (cents: number, text: string, first: number, last: number): ReadonlyArray<Movement> =>
  Array.from({ length: Math.floor((last - first) / 30) + 1 }, (_, index) => ({ day: first + 30 * index, cents, text }))

/** Movements as rows of the service. Ids begin at `firstId`. */
export const toRows = (
  firstId: number,
  movements: ReadonlyArray<Movement>,
  currency = 'EUR',
): ReadonlyArray<LedgerRow> =>
  movements.map(({ day, cents, text }, index) => ({
    id: firstId + index,
    amount: cents / 100,
    currency_code: currency,
    date: dayOf(day),
    clean_description: text,
  }))

/** An account with its movements. */
export interface ListedAccount extends RelinkedAccount<number> {
  readonly movements?: ReadonlyArray<Movement>
}

/** What `matchAccounts` reads of accounts with movements; an account in both lists has the movements of the second. */
export const toSides = (before: ReadonlyArray<ListedAccount>, after: ReadonlyArray<ListedAccount>) => {
  const rows = new Map(
    [...before, ...after].map(({ id, movements = [], currency_code: currency }) => [
      id,
      toRows(id * 100_000, movements, typeof currency === 'string' ? currency : 'EUR'),
    ]),
  )
  const bare = ({ movements: _, ...account }: ListedAccount): RelinkedAccount<number> => account
  return { before: before.map(bare), after: after.map(bare), rowsOf: (id: number) => rows.get(id) ?? [] }
}

/** A copy in the opposite order. */
export const reversed = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => Array.from(items).reverse()

/** Draws from a seed: each call is the next number. */
export const drawsOf = (seed: number) => {
  let count = 0
  const next = (): number => draw(seed, count++)
  return {
    below: (end: number): number => integerBelow(next(), end),
    chance: (share: number): boolean => fraction(next()) < share,
    pick: <A>(list: ReadonlyArray<A>): A => pick(next(), list),
  }
}

const remainderBy97 = (text: string): number => {
  let remainder = 0
  for (const char of text)
    for (const digit of parseInt(char, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

/** A French IBAN with a correct checksum. */
export const frenchIban = (number: number): string => {
  const account = `3000600001${String(number).padStart(11, '0')}00`
  return `FR${String(98 - remainderBy97(`${account}FR00`)).padStart(2, '0')}${account}`
}
