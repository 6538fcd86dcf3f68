import { type Either, isLeft, left, map, right } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../../base/codec/plainDate.js'
import { timestamp } from '../../../base/codec/timestamp.js'
import type { Call } from '../Call.js'
import type { TransactionRow } from '../data/transactionRows.js'
import type { SandboxResponse } from '../SandboxResponse.js'
import { notFound } from '../SandboxResponse.js'
import type { UserState } from '../sandboxUsers.js'
import { parameterError } from './errors2025.js'

type Decoded<A> = Either<SandboxResponse, A>

/** The moment in a parameter, in milliseconds since 1970; `fallback` if the parameter is left out. */
export const momentParameter = ({ parameters }: Call, name: string, fallback: number): Decoded<number> => {
  const text = parameters.get(name)
  if (text === null) return right(fallback)
  const decoded = timestamp.decode(text)
  return isLeft(decoded) ? left(parameterError(name, 'must be a timestamp')) : right(decoded.right.getTime())
}

const dayParameter = ({ parameters }: Call, name: string, fallback: string): Decoded<string> => {
  const text = parameters.get(name) ?? fallback
  return text === fallback || plainDate.is(text) ? right(text) : left(parameterError(name, 'must be a day, YYYY-MM-DD'))
}

/** The account that `account_id` names, if it exists. Inferred: an account of another user is answered with 404. */
export const accountParameter = ({ items }: UserState, { parameters }: Call): Decoded<number | undefined> => {
  const accountId = parameters.get('account_id')
  if (accountId === null) return right(undefined)
  const found = items.flatMap(({ accounts }) => accounts).find(({ id }) => String(id) === accountId)
  return found === undefined ? left(notFound('There is no such account')) : right(found.id)
}

/**
 * A predicate for transactions within the days and times in a request; `undefined` without limits. Inferred: both limits are
 * included.
 */
export const rangeParameters = (call: Call): Decoded<((row: TransactionRow) => boolean) | undefined> => {
  const names = ['until', 'min_date', 'max_date']
  const until = momentParameter(call, 'until', Infinity)
  const [minDate, maxDate] = [dayParameter(call, 'min_date', ''), dayParameter(call, 'max_date', '~')]
  if (isLeft(until)) return until
  if (isLeft(minDate)) return minDate
  return map((last: string) =>
    names.some((name) => call.parameters.has(name))
      ? ({ date, updated_at }: TransactionRow) =>
          Date.parse(updated_at) <= until.right && date >= minDate.right && date <= last
      : undefined,
  )(maxDate)
}
