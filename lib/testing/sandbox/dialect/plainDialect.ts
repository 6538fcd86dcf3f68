import { categories } from '../data/categoryTree.js'
import type { Dialect } from './RowDialect.js'

const same = <A>(row: A): A => row

/** Rows as they are generated: the fields of the interface's description, and further ones where it is incomplete. */
export const plain: Dialect = {
  item: same,
  account: same,
  transaction: same,
  stock: same,
  user: ({ uuid, externalUserId, email }) => ({ uuid, external_user_id: externalUserId, email }),
  authenticated: ({ uuid, externalUserId, email }, byEmail) =>
    byEmail ? { uuid, email } : { uuid, external_user_id: externalUserId },
  refreshStatus: same,
  banks: same,
  categories,
  precision: 1,
  pending: 0,
  waiting: 0,
  keepsStatus: false,
  locatesRefresh: false,
}
