import { type Column, type Columns, columns } from '../tables/columns.js'

/** Whether a double can hold the integer exactly, so that a program needs no `BigInt` to read it. */
const isSafe = (text: string): boolean => Number.isSafeInteger(Number(text))

/**
 * Adds a second column, of text, to a column of integers, for integers beyond 2^53: Node's `DatabaseSync` throws if a
 * statement returns such an integer.
 */
const withLargeColumn = (column: Column): ReadonlyArray<Column> => {
  if (column.type !== 'integer') return [column]
  const read =
    (isStoredHere: (text: string) => boolean): Column['read'] =>
    (row) => {
      const text = column.read(row)
      return text !== null && isStoredHere(text) ? text : null
    }
  return [
    { ...column, read: read(isSafe) },
    { name: `large_${column.name}`, type: 'text', read: read((text) => !isSafe(text)) },
  ]
}

/** The columns of each table in SQLite. */
export const sqliteColumns: Columns = {
  items: columns.items.flatMap(withLargeColumn),
  accounts: columns.accounts.flatMap(withLargeColumn),
  transactions: columns.transactions.flatMap(withLargeColumn),
  stocks: columns.stocks.flatMap(withLargeColumn),
  refreshes: columns.refreshes.flatMap(withLargeColumn),
}
