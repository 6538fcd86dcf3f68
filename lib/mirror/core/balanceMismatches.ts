import { concatMap, EMPTY, expand, from, type Observable } from 'rxjs'
import type { MirrorBalanceMismatch } from './Mirror.js'
import type { PreparedTables } from './prepareTables.js'
import { type Program, statement } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/** How many differences one statement reads. */
const pageSize = 1000

/** The next differences after an account, in the order of the ids. */
function* differencesAfter(
  { table, isoTimestamp }: SqlDialect,
  user: string,
  account: string,
): Program<ReadonlyArray<MirrorBalanceMismatch>> {
  const rows = yield statement(
    `SELECT user_id, account_id, currency_code, CAST(reported AS text) AS reported, CAST(expected AS text) AS expected,
       CAST(difference AS text) AS difference, ${isoTimestamp('since')} AS since
     FROM ${table('balance_proofs')}
     WHERE difference IS NOT NULL AND (user_id, account_id) > ($1, $2)
     ORDER BY user_id, account_id LIMIT ${String(pageSize)}`,
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

/** Reads the proven differences of all users; see `balanceMismatches` of a mirror. */
export const balanceMismatches = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
): Observable<MirrorBalanceMismatch> => {
  const page = (user: string, account: string) => run(() => differencesAfter(dialect, user, account))
  return page('', '').pipe(
    expand((differences) => {
      const last = differences.at(-1)
      return last === undefined || differences.length < pageSize ? EMPTY : page(last.user, last.account)
    }),
    concatMap((differences) => from(differences)),
  )
}
