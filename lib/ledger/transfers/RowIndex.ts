import type { OpenRow } from './OpenRow.js'
import type { AmountRange } from './transferAmounts.js'

/** The rows of one currency, day and account. They are sorted by amount when they are read. */
interface Cell {
  rows: Array<OpenRow>
  isSorted: boolean
}

const byAmount = (one: OpenRow, other: OpenRow): number =>
  one.entry.minorUnits < other.entry.minorUnits ? -1 : Number(one.entry.minorUnits > other.entry.minorUnits)

/** The index of the first row with this amount or a larger one. */
const firstIndex = (rows: ReadonlyArray<OpenRow>, amount: bigint): number => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as OpenRow).entry.minorUnits < amount) low = middle + 1
    else high = middle
  }
  return low
}

/** An index of rows by currency, day, account and amount. */
export class RowIndex {
  private readonly days = new Map<string, Map<number, Map<string, Cell>>>()

  currencies(): Iterable<string> {
    return this.days.keys()
  }

  hasDay(currency: string, day: number): boolean {
    return this.days.get(currency)?.has(day) === true
  }

  add(row: OpenRow): void {
    const { currency, account } = row.entry
    const days = this.days.get(currency) ?? new Map<number, Map<string, Cell>>()
    const accounts = days.get(row.day) ?? new Map<string, Cell>()
    const cell = accounts.get(account)
    if (cell) {
      cell.rows.push(row)
      cell.isSorted = false
    } else accounts.set(account, { rows: [row], isSorted: true })
    this.days.set(currency, days.set(row.day, accounts))
  }

  remove(row: OpenRow): void {
    const { currency, account } = row.entry
    const days = this.days.get(currency)
    const accounts = days?.get(row.day)
    const cell = accounts?.get(account)
    if (!days || !accounts || !cell) return
    cell.rows = cell.rows.filter((other) => other !== row)
    if (cell.rows.length === 0) accounts.delete(account)
    if (accounts.size === 0) days.delete(row.day)
    if (days.size === 0) this.days.delete(currency)
  }

  /** The rows of a currency and a day, of all accounts except one, with an amount in a range. */
  *find(currency: string, day: number, exceptAccount: string, { min, max }: AmountRange): Iterable<OpenRow> {
    for (const [account, cell] of this.days.get(currency)?.get(day) ?? []) {
      if (account === exceptAccount) continue
      if (!cell.isSorted) cell.rows.sort(byAmount)
      cell.isSorted = true
      for (let i = firstIndex(cell.rows, min); i < cell.rows.length; i++) {
        const row = cell.rows[i] as OpenRow
        if (row.entry.minorUnits > max) break
        yield row
      }
    }
  }
}
