import { concatMap, EMPTY, expand, from, type Observable } from 'rxjs'
import type { MirrorBalanceMismatch, ProofWait, WaitingProof, WaitingProofsConfig } from '../core/Mirror.js'
import type { PreparedTables } from '../core/prepareTables.js'
import { type Program, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'

/** How many proofs one statement reads. */
const pageSize = 1000

/** The next rows of a query after an account, in the order of the ids. */
type PageAfter<A> = (dialect: SqlDialect, user: string, account: string) => Program<ReadonlyArray<A>>

const order = `ORDER BY user_id, account_id LIMIT ${String(pageSize)}`

/** The next differences after an account. */
function* differencesAfter(
  { table, isoTimestamp }: SqlDialect,
  user: string,
  account: string,
): Program<ReadonlyArray<MirrorBalanceMismatch>> {
  const rows = yield statement(
    `SELECT user_id, account_id, currency_code, CAST(reported AS text) AS reported, CAST(expected AS text) AS expected,
       CAST(difference AS text) AS difference, ${isoTimestamp('since')} AS since
     FROM ${table('balance_proofs')}
     WHERE difference IS NOT NULL AND (user_id, account_id) > ($1, $2) ${order}`,
    user,
    account,
  )
  return rows.map((row) => ({
    _tag: 'BalanceMismatch',
    user: String(row.user_id),
    account: String(row.account_id),
    currency: String(row.currency_code),
    reported: BigInt(String(row.reported)),
    expected: BigInt(String(row.expected)),
    difference: BigInt(String(row.difference)),
    since: new Date(String(row.since)),
  }))
}

/** The next accounts after an account whose proof waits. */
const waitingAfter = ({ before }: WaitingProofsConfig): PageAfter<WaitingProof> =>
  function* ({ table, isoTimestamp }, user, account) {
    const rows = yield statement(
      `SELECT user_id, account_id, waits_for, ${isoTimestamp('status_since')} AS status_since
     FROM ${table('balance_proofs')}
     WHERE status = 'waiting' AND (user_id, account_id) > ($1, $2)
       ${before === undefined ? '' : 'AND status_since < $3'} ${order}`,
      user,
      account,
      ...(before === undefined ? [] : [before.toISOString()]),
    )
    return rows.map((row) => ({
      user: String(row.user_id),
      account: String(row.account_id),
      waitsFor: row.waits_for as ProofWait,
      since: new Date(String(row.status_since)),
    }))
  }

/** Reads all rows, page by page. */
const readPages = <A extends { readonly user: string; readonly account: string }>(
  dialect: SqlDialect,
  run: PreparedTables['run'],
  pageAfter: PageAfter<A>,
): Observable<A> => {
  const page = (user: string, account: string) => run(() => pageAfter(dialect, user, account))
  return page('', '').pipe(
    expand((rows) => {
      const last = rows.at(-1)
      return last === undefined || rows.length < pageSize ? EMPTY : page(last.user, last.account)
    }),
    concatMap((rows) => from(rows)),
  )
}

/** Reads the proven differences of all users; see `balanceMismatches` of a mirror. */
export const balanceMismatches = (dialect: SqlDialect, run: PreparedTables['run']): Observable<MirrorBalanceMismatch> =>
  readPages(dialect, run, differencesAfter)

/** Reads the accounts whose proof waits; see `waitingProofs` of a mirror. */
export const waitingProofs = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  config: WaitingProofsConfig,
): Observable<WaitingProof> => readPages(dialect, run, waitingAfter(config))
