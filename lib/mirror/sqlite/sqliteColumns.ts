import { type Column, type Columns, columns } from '../core/columns.js'

/** Whether a number as text is one that a double holds exactly, so that a program can read it without `BigInt`. */
const isSafe = (text: string): boolean => Number.isSafeInteger(Number(text))

/**
 * Adds a second column to a column of integers, for those beyond 2^53, as text. Node's `DatabaseSync` throws for a statement
 * that returns such an integer.
 */
const withLargeColumn = (column: Column): ReadonlyArray<Column> => {
  if (column.type !== 'integer') return [column]
  const read =
    (isWanted: (text: string) => boolean): Column['read'] =>
    (row) => {
      const text = column.read(row)
      return text !== null && isWanted(text) ? text : null
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
