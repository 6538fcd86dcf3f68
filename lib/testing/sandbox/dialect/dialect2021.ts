import { datesOf } from './additionalDates.js'
import { plain } from './plainDialect.js'
import { otherPaths } from './publicClientPaths.js'
import { unlisted } from './resourceReferences.js'
import type { Dialect } from './RowDialect.js'

/** The stage 2021-06-01: references are ids, banks are a flat list, and parent categories contain their children. */
export const bridge2021: Dialect = {
  ...plain,
  item: (row) => ({ ...row, status_code_info: row.status_code_info ?? 'OK', bank_id: row.bank_id ?? unlisted }),
  account: (row) => ({ ...row, bank_id: row.bank_id ?? unlisted }),
  transaction: ({ id, description, raw_description, ...row }) => ({
    id,
    clean_description: description,
    bank_description: raw_description,
    ...row,
    ...datesOf({ id, ...row }),
  }),
  user: ({ uuid, externalUserId, email }) =>
    email !== null && externalUserId === null ? { uuid, email } : { uuid, external_user_id: externalUserId },
  pending: 3,
  waiting: 1000,
  keepsStatus: true,
  otherPaths,
  otherVersionHeader: 'bankin-version',
}
