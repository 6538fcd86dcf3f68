import { isRight } from 'fp-ts/lib/Either.js'
import { concatMap, defer, map, type Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { plainDate } from '../../base/codec/calendar.js'
import { majorUnits } from '../../service/model/minorUnits.js'
import type { BankDatabase } from './sqliteDatabase.js'
import { ToolInputError } from './toolInput.js'

/** Formats minor units, a `bigint` or a string, as a decimal; `null` if they have no exact one. */
export const amountText = (units: unknown, currency: unknown): string | null => {
  const isExact = typeof units === 'bigint' || (typeof units === 'string' && /^-?\d+$/.test(units))
  if (!isExact || typeof currency !== 'string') return null
  const decimal = majorUnits(BigInt(units), currency)
  return isRight(decimal) ? decimal.right : null
}

/** What the tools read: the tables of one user. */
export interface BankSource {
  readonly database: BankDatabase
  readonly user: string
  readonly showIbans: boolean
  readonly clock: Clock
}

/** The response of a tool, as JSON. */
export type Answer = Readonly<Record<string, unknown>>

/** A read-only tool: its name, its description, the JSON schema of its input, and the function that runs it. */
export interface BankTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly run: (input: Readonly<Record<string, unknown>>) => Observable<Answer>
}

/** The fields that tools have in common, and that a JSON schema cannot check. */
interface CommonInput {
  readonly account?: string
  readonly from?: string
  readonly to?: string
  readonly min_amount?: number
  readonly max_amount?: number
}

const isDay = (text: string): boolean => plainDate.is(text)

/** What is wrong with an input. Without this check, an agent would trust an empty response. */
const problemOf = (input: CommonInput): string | undefined => {
  const { from, to, min_amount: min, max_amount: max } = input
  // A database may end a string at a NUL, or refuse it.
  const unreadable = Object.entries(input).find(([, value]) => typeof value === 'string' && /\p{Cc}/u.test(value))
  if (unreadable !== undefined) return `${unreadable[0]} has a control character; leave it out`
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day)) return `${name}: the calendar has no day ${day}`
  if (from !== undefined && to !== undefined && from > to) return `from ${from} is after to ${to}; exchange them`
  if (min !== undefined && max !== undefined && min > max)
    return 'min_amount is more than max_amount; exchange them. Spent money is negative'
  return undefined
}

/**
 * Emits the lineage of an account: the id that the tools return for it. Errors unless the user has the account, or a
 * transaction of it.
 */
const findLineage = ({ database, user }: BankSource, account: string): Observable<string> =>
  database
    .query(
      `SELECT coalesce((
           SELECT lineage_id FROM ${database.table('accounts')} WHERE user_id = $1 AND id = $2
         ), CAST($2 AS text)) AS lineage_id
       WHERE EXISTS (SELECT 1 FROM ${database.table('present_accounts')} WHERE user_id = $1 AND (id = $2 OR lineage_id = $2))
         OR EXISTS (SELECT 1 FROM ${database.table('accounts')} AS earlier
           JOIN ${database.table('present_accounts')} AS present ON present.user_id = earlier.user_id
             AND present.lineage_id = earlier.lineage_id
           WHERE earlier.user_id = $1 AND earlier.id = $2)
         OR EXISTS (SELECT 1 FROM ${database.table('shown_transactions')} WHERE user_id = $1 AND account_id = $2)`,
      [user, account],
    )
    .pipe(
      map(([found]) => {
        if (found === undefined) throw new ToolInputError('the user has no such account; list_accounts has their ids')
        return String(found.lineage_id)
      }),
    )

/** A tool that errors with a `ToolInputError` for an invalid input, instead of answering with an empty list. */
export const checkedTool = (source: BankSource, { run, ...tool }: BankTool): BankTool => ({
  ...tool,
  run: (input: CommonInput & Parameters<BankTool['run']>[0]) =>
    defer(() => {
      const problem = problemOf(input)
      if (problem !== undefined) throw new ToolInputError(problem)
      return input.account === undefined
        ? run(input)
        : findLineage(source, input.account).pipe(concatMap((account) => run({ ...input, account })))
    }),
})
