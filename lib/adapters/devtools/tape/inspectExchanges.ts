import { fromNullable, isSome, none, some } from 'fp-ts/lib/Option.js'
import type { InspectedAttempt, InspectedRequest, InspectedToken, Inspection } from '../Inspection.js'
import { emptyInspection } from '../reduce.js'
import { keptAttempts } from '../reduceRequest.js'
import type { Exchange } from './Exchange.js'

const attemptOf = ({ from, to, status }: Exchange): InspectedAttempt => ({
  time: new Date(from),
  answer: status === undefined ? none : some({ status, duration: to - from }),
  retry: none,
})

const endOf = ({ to, error, status }: Exchange): Pick<InspectedRequest, 'outcome' | 'end'> => ({
  outcome: error !== undefined ? 'failed' : status === undefined ? 'unsubscribed' : 'answered',
  end: some(new Date(to)),
})

/** A request with one more attempt, the one before which failed at `failedAt`. */
const repeated = (
  request: InspectedRequest,
  { error = '', to: failedAt }: Exchange,
  exchange: Exchange,
): InspectedRequest => {
  const retry = some({ error, delay: exchange.from - failedAt })
  const last = request.attempts.length - 1
  const before = request.attempts.map((attempt, index) => (index === last ? { ...attempt, retry } : attempt))
  return { ...request, ...endOf(exchange), attempts: [...before, attemptOf(exchange)].slice(-keptAttempts) }
}

/**
 * The inspection of the exchanges of a tape, at most the latest `history` requests and tokens.
 *
 * A tape does not say which requests belong together, so that is concluded: a request that is sent again after an end
 * after which clients do that is one with two attempts; a page comes after the answer that has the link to it; a token
 * is for the first request that has it.
 */
export const inspectExchanges = (exchanges: ReadonlyArray<Exchange>, history: number): Inspection => {
  const requests = new Map<number, InspectedRequest>()
  const tokens: Array<InspectedToken> = []
  const failed = new Map<string, { readonly number: number; readonly exchange: Exchange }>()
  const links = new Map<string, number>()
  const unused = new Map<string, number>()
  let last = -Infinity

  const begin = (exchange: Exchange): InspectedRequest => {
    const { number, name, isList, method, hasCursor, user, target, from } = exchange
    const before = requests.get(links.get(`${user} ${target}`) ?? NaN)
    const first = isList && !hasCursor ? some(1) : none
    const page = before === undefined ? first : before.page
    return {
      number,
      operation: name,
      method,
      page: before !== undefined && isSome(page) ? some(page.value + 1) : page,
      priority: none,
      cause: before === undefined ? { _tag: 'Unknown' } : { _tag: 'PageAfter', request: before.number },
      time: new Date(from),
      attempts: [attemptOf(exchange)],
      ...endOf(exchange),
    }
  }

  for (const exchange of [...exchanges].sort((a, b) => a.number - b.number)) {
    const { user, method, target, from, to, repeatedWithin, next, token } = exchange
    const key = `${user} ${method} ${target}`
    const earlier = failed.get(key)
    const wait = earlier === undefined ? NaN : from - earlier.exchange.to
    const isSame = earlier !== undefined && wait >= 0 && wait <= earlier.exchange.repeatedWithin
    const same = isSame ? requests.get(earlier.number) : undefined
    const request = earlier && same ? repeated(same, earlier.exchange, exchange) : begin(exchange)
    requests.set(request.number, request)
    if (repeatedWithin > 0) failed.set(key, { number: request.number, exchange })
    else failed.delete(key)
    if (next !== undefined) links.set(`${user} ${next}`, request.number)
    const needed = requests.get(unused.get(user) ?? NaN)
    if (needed !== undefined && isSome(needed.end) && needed.end.value.getTime() <= from) {
      requests.set(needed.number, { ...needed, cause: { _tag: 'For', request: request.number } })
      unused.delete(user)
    }
    if (token !== undefined) {
      unused.set(token.user, request.number)
      tokens.push({ time: new Date(to), expiresAt: new Date(token.expiresAt), request: request.number })
    }
    last = Math.max(last, to)
  }

  const dropped = Math.max(requests.size - history, 0) + Math.max(tokens.length - history, 0)
  return {
    ...emptyInspection,
    requests: Array.from(requests.values()).slice(-history),
    tokens: tokens.slice(-history),
    dropped,
    last: fromNullable(exchanges.length === 0 ? undefined : new Date(last)),
  }
}
