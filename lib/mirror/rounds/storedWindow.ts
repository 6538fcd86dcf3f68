import type { MatchFields } from '../../service/model/MatchFields.js'
import { emptyPostedWindow, type PostedWindow, postedWindow } from '../../streams/polling/followPosted.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import { decodeState, escapeText, printState } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'

/** The transactions without a counterpart, as JSON; `null` leaves the stored ones as they are. */
export const printWindow = (window: PostedWindow | undefined): string | null =>
  window === undefined ? null : printState({ ...window, round: 0, links: [] })

/** The transactions without a counterpart, from the row of a checkpoint. */
export const parseWindow = ({ posted, posted_round: round }: ResultRow): PostedWindow => ({
  ...(decodeState(postedWindow, posted) ?? emptyPostedWindow),
  round: Number(round),
})

/** A window without the transactions for which `isForgotten` is true. */
const without = (window: PostedWindow, isForgotten: (fields: MatchFields) => boolean): PostedWindow => ({
  ...window,
  removed: window.removed.filter((fields) => !isForgotten(fields)),
  added: window.added.filter((fields) => !isForgotten(fields)),
})

const accountOf = ({ account }: MatchFields): string => escapeText(String(account))

/** A window without the transactions of some accounts. */
export const withoutAccounts = (window: PostedWindow, ids: ReadonlySet<string>): PostedWindow =>
  without(window, (fields) => ids.has(accountOf(fields)))

/** A window without the transactions of all accounts except some. */
export const ofAccounts = (window: PostedWindow, ids: ReadonlySet<string>): PostedWindow =>
  without(window, (fields) => !ids.has(accountOf(fields)))

/** A window without new transactions that were removed again. */
export const withoutAdded = (window: PostedWindow, ids: ReadonlySet<string>): PostedWindow => ({
  ...window,
  added: window.added.filter(({ id }) => !ids.has(String(id))),
})

/**
 * A window that stores no row longer than promised: unless removed rows stay in their table, the window has removed
 * rows without a counterpart only until the end of the next round.
 */
export const withoutOldRemoved = (window: PostedWindow, keepsRows: boolean): PostedWindow =>
  keepsRows ? window : { ...window, removed: window.removed.filter(({ round }) => round >= window.round - 1) }

/** Changes the stored window of a user, who is locked. Returns the new window; `undefined` if there is none. */
export function* changeWindow(
  { table }: SqlDialect,
  user: string,
  change: (window: PostedWindow) => PostedWindow,
): Program<PostedWindow | undefined> {
  const [row] = yield statement(
    `SELECT CAST(posted AS text) AS posted, posted_round FROM ${table('checkpoints')}
     WHERE user_id = $1 AND feed = 'transactions' AND posted IS NOT NULL`,
    user,
  )
  if (row === undefined) return undefined
  const window = change(parseWindow(row))
  yield statement(
    `UPDATE ${table('checkpoints')} SET posted = $2 WHERE user_id = $1 AND feed = 'transactions'`,
    user,
    printWindow(window),
  )
  return window
}
