import { categories } from '../data/categoryNames.js'
import type { RowDialect } from './RowDialect.js'

const same = <A>(row: A): A => row

/** The generated rows, unchanged: they have the documented fields, and more if the documentation is incomplete. */
export const plainDialect: RowDialect = {
  item: same,
  account: same,
  transaction: same,
  stock: same,
  user: ({ uuid, externalUserId, email }) => ({ uuid, external_user_id: externalUserId, email }),
  tokenUser: ({ uuid, externalUserId, email }, usesEmail) =>
    usesEmail ? { uuid, email } : { uuid, external_user_id: externalUserId },
  refreshStatus: same,
  banks: same,
  categories,
  precision: 1,
  pendingCount: 0,
  queuedMs: 0,
  keepsStatus: false,
  locatesRefresh: false,
}
