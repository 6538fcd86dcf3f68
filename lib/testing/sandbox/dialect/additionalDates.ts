import type { TransactionRow } from '../data/transactionRows.js'

/** The additional dates of a transaction. A bank may send none, one or all of them. */
export const additionalDates = ({ id, date, is_future }: Pick<TransactionRow, 'id' | 'date' | 'is_future'>): object => {
  if (is_future || id % 3 === 0) return {}
  return id % 3 === 1 ? { booking_date: date } : { booking_date: date, transaction_date: date, value_date: date }
}
