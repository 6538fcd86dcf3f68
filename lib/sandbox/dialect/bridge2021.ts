import type { Dialect } from './Dialect.js'
import { plain } from './plain.js'
import { unlisted } from './references.js'

/** The further dates of a transaction; a bank may send none, one or all of them. */
const dates = (id: number, date: string, isPending: boolean): object => {
  if (isPending || id % 3 === 0) return {}
  return id % 3 === 1 ? { booking_date: date } : { booking_date: date, transaction_date: date, value_date: date }
}

/** The stage 2021-06-01: references are ids, banks are flat, and categories are inside their parents. */
export const bridge2021: Dialect = {
  ...plain,
  item: (row) => ({ ...row, status_code_info: row.status_code_info ?? 'OK', bank_id: row.bank_id ?? unlisted }),
  account: (row) => ({ ...row, bank_id: row.bank_id ?? unlisted }),
  transaction: ({ id, description, raw_description, ...row }) => ({
    id,
    clean_description: description,
    bank_description: raw_description,
    ...row,
    ...dates(id, row.date, row.is_future),
  }),
  user: ({ uuid, externalUserId, email }) =>
    email !== null && externalUserId === null ? { uuid, email } : { uuid, external_user_id: externalUserId },
  pending: 3,
  waiting: 1000,
  keepsStatus: true,
}
