// Measures recurring payments and balances on the real rows of a Czech bank (PKDD'99, Financial Data Set):
// `npm run real-rows -- FOLDER`, where FOLDER has trans.asc and order.asc, such as those of github.com/mmarossi/Banco.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { some } from 'fp-ts/lib/Option.js'
import { balancesOf } from '../../lib/ledger/balances/balancesOf.js'
import { findRecurring } from '../../lib/ledger/recurring/findRecurring.js'
import type { LedgerEntry } from '../../lib/ledger/toLedgerEntry.js'

interface RealRow extends LedgerEntry {
  /** The bank and the account of the other party. */
  readonly partner: string
  /** The balance of the account after the row. */
  readonly balance: bigint
}

const [, , folder] = process.argv
if (folder === undefined) throw new Error('Pass the folder that has trans.asc and order.asc.')

/** The fields of each complete line after the header. The copy on GitHub ends in the middle of a line. */
const readFields = (name: string, count: number): ReadonlyArray<ReadonlyArray<string>> =>
  readFileSync(join(folder, name), 'latin1')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(';'))
    .filter(({ length }) => length === count)
    .map((fields) => fields.map((field) => field.replaceAll('"', '').trim()))

const cents = (amount: string): bigint => BigInt(Math.round(Number(amount) * 100))

/** The operations as banks of the service write them. */
const operations: ReadonlyMap<string, string> = new Map([
  ['PREVOD NA UCET', 'VIREMENT PERMANENT'],
  ['PREVOD Z UCTU', 'VIREMENT RECU'],
  ['VYBER', 'RETRAIT'],
  ['VYBER KARTOU', 'CARTE'],
])

const toRow = (fields: ReadonlyArray<string>): RealRow => {
  const [id = '', account = '', day = '', type, operation = '', amount = '', balance = '', symbol = ''] = fields
  const [bank = '', partner = ''] = fields.slice(8)
  return {
    ...{ id, account, currency: 'CZK', isPending: false, bankText: '' },
    text: [operations.get(operation) ?? operation, bank, partner, symbol].join(' '),
    date: `19${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)}`,
    minorUnits: type === 'PRIJEM' ? cents(amount) : -cents(amount),
    partner: `${bank} ${partner}`,
    balance: cents(balance),
  }
}

const groupBy = <A>(values: ReadonlyArray<A>, keyOf: (value: A) => string): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

const rows = readFields('trans.asc', 10).map(toRow)
/** The copy has only some of the rows of its last day. */
const lastDate = rows.at(-1)?.date
const accounts = groupBy(
  rows.filter(({ date }) => date !== lastDate),
  ({ account }) => account,
)

const orderKey = (account: string, partner: string, amount: bigint): string =>
  [account, partner, String(amount)].join(' ')
const orders = new Set(
  readFields('order.asc', 6).map(([, account = '', bank = '', partner = '', amount = '']) =>
    orderKey(account, `${bank} ${partner}`, -cents(amount)),
  ),
)

const minPayments = 3

/** The payments of standing orders that were paid three times or more, once a month, as sorted ids. */
const standingOrders = (own: ReadonlyArray<RealRow>): ReadonlyArray<string> => {
  const paid = own.filter(({ account, partner, minorUnits }) => orders.has(orderKey(account, partner, minorUnits)))
  return Array.from(groupBy(paid, ({ partner, minorUnits }) => `${partner} ${String(minorUnits)}`).values())
    .filter((payments) => {
      const months = new Set(payments.map(({ date }) => date.slice(0, 7)))
      return payments.length >= minPayments && months.size === payments.length
    })
    .map((payments) =>
      payments
        .map(({ id }) => id)
        .sort()
        .join(' '),
    )
}

/** Amounts and balances are rounded separately, mostly those of interest: they differ by up to so many hellers a row. */
const rounding = 10n

const isNear = (one: bigint, other: bigint): boolean => one - other <= rounding && other - one <= rounding

/** The last row of a day: the one whose balance no other row continues. The file does not keep the order within a day. */
const lastRow = (day: ReadonlyArray<RealRow>): RealRow =>
  (day.find((row) => day.every((other) => other === row || !isNear(other.balance - other.minorUnits, row.balance))) ??
    day.at(-1)) as RealRow

/** The rows of an account, with the amounts that its balances contain. */
const withExactAmounts = (own: ReadonlyArray<RealRow>): ReadonlyArray<RealRow> => {
  let before = 0n
  return Array.from(groupBy(own, ({ date }) => date).values()).flatMap((day) => {
    const last = lastRow(day)
    const rest = day.reduce((sum, { minorUnits }) => sum - minorUnits, last.balance - before)
    before = last.balance
    const isRounding = isNear(rest / BigInt(day.length), 0n)
    return day.map((row) => (row === last && isRounding ? { ...row, minorUnits: row.minorUnits + rest } : row))
  })
}

const counts = { orders: 0, foundOrders: 0, days: 0, rightDays: 0, unknownDays: 0 }
const started = performance.now()
for (const own of accounts.values()) {
  const streams = findRecurring(
    own.map(({ id, account, date, text, minorUnits }) => ({
      ...{ id, date, account_id: account, currency_code: 'CZK', clean_description: text },
      amount: Number(minorUnits) / 100,
    })),
  )
  const monthly = new Set(
    streams.flatMap(({ cadence, payments }) =>
      cadence === 'monthly'
        ? [
            payments
              .map(({ id }) => id)
              .sort()
              .join(' '),
          ]
        : [],
    ),
  )
  const expected = standingOrders(own)
  counts.orders += expected.length
  counts.foundOrders += expected.filter((ids) => monthly.has(ids)).length

  // Each fourth day's balance is reported; the others are computed.
  const lastOfDay = Array.from(groupBy(own, ({ date }) => date).values(), lastRow)
  const balances = lastOfDay
    .filter((_, index) => index % 4 === 0)
    .map(({ account, currency, balance, date }) => ({
      ...{ account, currency, minorUnits: some(balance) },
      reportedAt: some(new Date(`${date}T20:00:00Z`)),
    }))
  const series = balancesOf({ account: own[0]?.account ?? '', balances, entries: withExactAmounts(own) }, { by: 'day' })
  const computed = new Map(series.map((point) => [point.day, point._tag === 'unknown' ? undefined : point.minorUnits]))
  for (const { date, balance } of lastOfDay.filter((_, index) => index % 4 !== 0)) {
    const units = computed.get(date)
    if (units === undefined) counts.unknownDays++
    else counts.days++
    if (units === balance) counts.rightDays++
  }
}

console.log(`${String(rows.length)} rows of ${String(accounts.size)} accounts`)
console.log(`standing orders found as one monthly series: ${String(counts.foundOrders)} of ${String(counts.orders)}`)
console.log(`days computed with the right balance: ${String(counts.rightDays)} of ${String(counts.days)}`)
console.log(`days without a computed balance: ${String(counts.unknownDays)}`)
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
