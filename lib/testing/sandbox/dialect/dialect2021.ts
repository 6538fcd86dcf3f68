import { additionalDates } from './additionalDates.js'
import { plainDialect } from './plainDialect.js'
import { publicClientPaths } from './publicClientPaths.js'
import { fallbackBankId } from './resourceReferences.js'
import type { RowDialect } from './RowDialect.js'

/** API version 2021-06-01: references are ids, banks are a flat list, and parent categories contain their children. */
export const dialect2021: RowDialect = {
  ...plainDialect,
  item: (row) => ({ ...row, status_code_info: row.status_code_info ?? 'OK', bank_id: row.bank_id ?? fallbackBankId }),
  account: (row) => ({ ...row, bank_id: row.bank_id ?? fallbackBankId }),
  transaction: ({ id, description, raw_description, ...row }) => ({
    id,
    clean_description: description,
    bank_description: raw_description,
    ...row,
    ...additionalDates({ id, ...row }),
  }),
  user: ({ uuid, externalUserId, email }) =>
    email !== null && externalUserId === null ? { uuid, email } : { uuid, external_user_id: externalUserId },
  pendingCount: 3,
  queuedMs: 1000,
  keepsStatus: true,
  publicClientPaths,
  otherVersionHeader: 'bankin-version',
}
