import { categories } from '../data/categoryNames.js'
import type { RowDialect } from './RowDialect.js'

const same = <A>(row: A): A => row

/** Rows as they are generated: the fields that the interface describes, and more where its description is incomplete. */
export const plainDialect: RowDialect = {
  item: same,
  account: same,
  transaction: same,
  stock: same,
  user: ({ uuid, externalUserId, email }) => ({ uuid, external_user_id: externalUserId, email }),
  tokenUser: ({ uuid, externalUserId, email }, byEmail) =>
    byEmail ? { uuid, email } : { uuid, external_user_id: externalUserId },
  refreshStatus: same,
  banks: same,
  categories,
  precision: 1,
  pendingCount: 0,
  queuedMs: 0,
  keepsStatus: false,
  locatesRefresh: false,
}
