import { type Either, isLeft, left, map, right } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../../base/codec/plainDate.js'
import { timestamp } from '../../../base/codec/timestamp.js'
import type { Call } from '../Call.js'
import type { TransactionRow } from '../data/transactionRows.js'
import type { Answer } from '../SandboxAnswer.js'
import { notFound } from '../SandboxAnswer.js'
import type { UserState } from '../sandboxUsers.js'
import { wrongParameter } from './errors2025.js'

type Read<A> = Either<Answer, A>

/** The moment in a parameter, in milliseconds since 1970; `otherwise` if the parameter is left out. */
export const momentOf = ({ parameters }: Call, name: string, otherwise: number): Read<number> => {
  const text = parameters.get(name)
  if (text === null) return right(otherwise)
  const decoded = timestamp.decode(text)
  return isLeft(decoded) ? left(wrongParameter(name, 'must be a timestamp')) : right(decoded.right.getTime())
}

const dayOf = ({ parameters }: Call, name: string, otherwise: string): Read<string> => {
  const text = parameters.get(name) ?? otherwise
  return text === otherwise || plainDate.is(text)
    ? right(text)
    : left(wrongParameter(name, 'must be a day, YYYY-MM-DD'))
}

/** The account that `account_id` names, if it exists. Inferred: an account of another user is answered with 404. */
export const accountAsked = ({ items }: UserState, { parameters }: Call): Read<number | undefined> => {
  const asked = parameters.get('account_id')
  if (asked === null) return right(undefined)
  const found = items.flatMap(({ accounts }) => accounts).find(({ id }) => String(id) === asked)
  return found === undefined ? left(notFound('There is no such account')) : right(found.id)
}

/**
 * A test whether a transaction is within the days and moments that a request names. Inferred: both limits are included.
 */
export const rangeOf = (call: Call): Read<((row: TransactionRow) => boolean) | undefined> => {
  const names = ['until', 'min_date', 'max_date']
  const until = momentOf(call, 'until', Infinity)
  const [least, greatest] = [dayOf(call, 'min_date', ''), dayOf(call, 'max_date', '~')]
  if (isLeft(until)) return until
  if (isLeft(least)) return least
  return map((last: string) =>
    names.some((name) => call.parameters.has(name))
      ? ({ date, updated_at }: TransactionRow) =>
          Date.parse(updated_at) <= until.right && date >= least.right && date <= last
      : undefined,
  )(greatest)
}
