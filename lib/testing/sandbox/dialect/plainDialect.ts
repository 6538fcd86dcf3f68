import { categories } from '../data/categoryNames.js'
import type { RowDialect } from './RowDialect.js'

const unchanged = <A>(row: A): A => row

/** The generated rows, unchanged: they have the documented fields, and more if the documentation is incomplete. */
export const plainDialect: RowDialect = {
  item: unchanged,
  account: unchanged,
  transaction: unchanged,
  stock: unchanged,
  user: ({ uuid, externalUserId, email }) => ({ uuid, external_user_id: externalUserId, email }),
  tokenUser: ({ uuid, externalUserId, email }, usesEmail) =>
    usesEmail ? { uuid, email } : { uuid, external_user_id: externalUserId },
  refreshStatus: unchanged,
  banks: unchanged,
  categories,
  precision: 1,
  pendingCount: 0,
  queuedMs: 0,
  keepsStatus: false,
  locatesRefresh: false,
}
