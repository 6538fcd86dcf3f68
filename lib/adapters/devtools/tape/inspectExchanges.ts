import { fromNullable, isSome, none, some } from 'fp-ts/lib/Option.js'
import type { InspectedAttempt, InspectedRequest, InspectedToken, Inspection } from '../Inspection.js'
import { emptyInspection } from '../reduceInspection.js'
import { maxAttempts } from '../reduceRequest.js'
import type { TapeExchange } from './TapeExchange.js'

const attemptOf = ({ startedAt, endedAt, status }: TapeExchange): InspectedAttempt => ({
  time: new Date(startedAt),
  response: status === undefined ? none : some({ status, duration: endedAt - startedAt }),
  retry: none,
})

const endOf = ({ endedAt, error, status }: TapeExchange): Pick<InspectedRequest, 'outcome' | 'end'> => ({
  outcome: error !== undefined ? 'failed' : status === undefined ? 'unsubscribed' : 'answered',
  end: some(new Date(endedAt)),
})

/** Adds an attempt to a request whose previous attempt failed at `failedAt`. */
const withRetry = (
  request: InspectedRequest,
  { error = '', endedAt: failedAt }: TapeExchange,
  exchange: TapeExchange,
): InspectedRequest => {
  const retry = some({ error, delay: exchange.startedAt - failedAt })
  const last = request.attempts.length - 1
  const previousAttempts = request.attempts.map((attempt, index) => (index === last ? { ...attempt, retry } : attempt))
  return { ...request, ...endOf(exchange), attempts: [...previousAttempts, attemptOf(exchange)].slice(-maxAttempts) }
}

/**
 * The inspection of the exchanges of a tape, with at most the latest `history` requests and tokens.
 *
 * A tape does not say how requests are related, so this is inferred: the same request soon after a failure that clients
 * retry is another attempt, a page follows the response that links to it, and a token is a prerequisite of the first
 * request that uses it.
 */
export const inspectExchanges = (exchanges: ReadonlyArray<TapeExchange>, history: number): Inspection => {
  const requests = new Map<number, InspectedRequest>()
  const tokens: Array<InspectedToken> = []
  const failures = new Map<string, { readonly number: number; readonly exchange: TapeExchange }>()
  const links = new Map<string, number>()
  const unusedTokens = new Map<string, number>()
  let last = -Infinity

  const createRequest = (exchange: TapeExchange): InspectedRequest => {
    const { number, name, isList, method, hasCursor, user, target, startedAt } = exchange
    const previousPage = requests.get(links.get(`${user} ${target}`) ?? NaN)
    const first = isList && !hasCursor ? some(1) : none
    const page = previousPage === undefined ? first : previousPage.page
    return {
      number,
      operation: name,
      method,
      page: previousPage !== undefined && isSome(page) ? some(page.value + 1) : page,
      priority: none,
      cause: previousPage === undefined ? { _tag: 'Unknown' } : { _tag: 'NextPage', request: previousPage.number },
      time: new Date(startedAt),
      attempts: [attemptOf(exchange)],
      ...endOf(exchange),
    }
  }

  for (const exchange of [...exchanges].sort((a, b) => a.number - b.number)) {
    const { user, method, target, startedAt, endedAt, retryWindowMs, next, token } = exchange
    const key = `${user} ${method} ${target}`
    const previousFailure = failures.get(key)
    const wait = previousFailure === undefined ? NaN : startedAt - previousFailure.exchange.endedAt
    const isRetry = previousFailure !== undefined && wait >= 0 && wait <= previousFailure.exchange.retryWindowMs
    const original = isRetry ? requests.get(previousFailure.number) : undefined
    const request =
      previousFailure && original ? withRetry(original, previousFailure.exchange, exchange) : createRequest(exchange)
    requests.set(request.number, request)
    if (retryWindowMs > 0) failures.set(key, { number: request.number, exchange })
    else failures.delete(key)
    if (next !== undefined) links.set(`${user} ${next}`, request.number)
    const prerequisite = requests.get(unusedTokens.get(user) ?? NaN)
    if (prerequisite !== undefined && isSome(prerequisite.end) && prerequisite.end.value.getTime() <= startedAt) {
      requests.set(prerequisite.number, { ...prerequisite, cause: { _tag: 'Prerequisite', request: request.number } })
      unusedTokens.delete(user)
    }
    if (token !== undefined) {
      unusedTokens.set(token.user, request.number)
      tokens.push({ time: new Date(endedAt), expiresAt: new Date(token.expiresAt), request: request.number })
    }
    last = Math.max(last, endedAt)
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
