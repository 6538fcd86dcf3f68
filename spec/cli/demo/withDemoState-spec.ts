import { none, some } from 'fp-ts/lib/Option.js'
import { missingSteps, rowRate } from '../../../lib/cli/demo/DemoState.js'
import { NetworkError, RequestNotSent } from '../../../lib/index.js'
import { act, at, price, rateLimited, reported, stateAfter, wholeDemo } from '../../helpers/demoEvents.js'

const page = (seconds: number, rows: number, last: boolean) =>
  act(seconds, { _tag: 'PageRead', list: 1, page: 1, rows, last })
const answered = (seconds: number, status: string, last: boolean) =>
  act(seconds, { _tag: 'RefreshStatusReceived', item_id: 7, status, accounts: null, total_accounts: null, last })

describe('reduce', () => {
  it('counts one row of one page as one', () => {
    const events = [act(0, { _tag: 'ListStarted', list: 1, rows: 1 }), page(2, 1, true)]
    expect(stateAfter(events).log.at(-1)?.text).toBe('1 row in 1 page, 2.0 s')
  })

  it('keeps the newest token, and counts them', () => {
    const { token, totals } = stateAfter([
      act(1, { _tag: 'TokenIssued', expires_at: at(16) }),
      act(12, { _tag: 'TokenIssued', expires_at: at(27) }),
    ])
    expect(token).toStrictEqual({ issuedAt: at(12), expiresAt: at(27) })
    expect(totals.tokens).toBe(2)
  })

  it('adds the pages of a list up, and begins again with the next list', () => {
    const first = [act(1, { _tag: 'ListStarted', list: 1, rows: 700 }), page(2, 500, false), page(3, 200, true)]
    expect(stateAfter(first).list).toMatchObject({ pages: 2, rows: 700, endedAt: at(3) })
    const next = stateAfter([...first, act(8, { _tag: 'ListStarted', list: 2, rows: 700 }), page(9, 500, false)])
    expect(next.list).toMatchObject({ number: 2, pages: 1, rows: 500, startedAt: at(8), endedAt: undefined })
    expect(next.totals).toMatchObject({ lists: 1, pages: 3, rows: 1200 })
  })

  it('follows a refresh to its end, and begins again with the next item', () => {
    const first = [
      act(1, { _tag: 'RefreshStarted', item_id: 7 }),
      answered(2, 'authenticating', false),
      answered(5, 'finished', true),
    ]
    expect(stateAfter(first.slice(0, 2)).refresh).toMatchObject({ status: 'authenticating', endedAt: undefined })
    expect(stateAfter(first).refresh).toMatchObject({ itemId: 7, status: 'finished', endedAt: at(5) })
    const next = stateAfter([...first, act(9, { _tag: 'RefreshStarted', item_id: 8 })])
    expect(next.refresh).toMatchObject({ itemId: 8, status: 'started', startedAt: at(9), endedAt: undefined })
    expect(next.totals.refreshes).toBe(1)
  })

  it('keeps one price a stock, the newest, and counts those that are not the first', () => {
    const { stocks, totals } = stateAfter([price(1, 0, 10, null), price(1, 1, 20, null), price(4, 0, 11, 10)])
    expect([...stocks.values()].map((stock) => stock.price).sort()).toStrictEqual([11, 20])
    expect(totals.stockUpdates).toBe(1)
  })

  it('counts requests, refusals and retries, and keeps the last answer', () => {
    const operation = 'transactions.list'
    const { totals, answer } = stateAfter([
      reported(1, { _tag: 'Requested', operation, method: 'GET', page: some(1) }),
      reported(1, { _tag: 'Responded', operation, status: 429, duration: 3 }),
      reported(1, { _tag: 'Retried', operation, error: rateLimited, attempt: 1, delay: 1000 }),
      reported(2, { _tag: 'Requested', operation, method: 'GET', page: some(1) }),
      reported(2, { _tag: 'Responded', operation, status: 200, duration: 5 }),
    ])
    expect(totals).toMatchObject({ requests: 2, refused: 1, retries: 1 })
    expect(answer).toStrictEqual({ operation, status: 200, duration: 5 })
  })

  it('does not change the state before', () => {
    const before = stateAfter(wholeDemo)
    const copy = JSON.stringify({ ...before, stocks: [...before.stocks] })
    stateAfter([...wholeDemo, price(20, 0, 1, 2), page(20, 500, false)])
    expect(JSON.stringify({ ...before, stocks: [...before.stocks] })).toBe(copy)
  })

  it('keeps a bounded log, however long it runs', () => {
    const { log } = stateAfter(
      Array.from({ length: 500 }, (_, index) => act(index, { _tag: 'TokenIssued', expires_at: at(index + 15) })),
    )
    expect(log).toHaveLength(50)
    expect(log.at(-1)).toMatchObject({ time: at(499) })
  })

  it('ignores pages and answers of what was never started', () => {
    expect(stateAfter([page(1, 500, true), answered(1, 'finished', true)]).totals).toMatchObject({
      lists: 0,
      refreshes: 0,
    })
  })
})

describe('missingSteps', () => {
  it('names what is missing, until nothing is', () => {
    expect(missingSteps(stateAfter([]))).toHaveLength(5)
    expect(missingSteps(stateAfter(wholeDemo.slice(0, -1)))).toStrictEqual(['a renewed token'])
    expect(missingSteps(stateAfter(wholeDemo))).toStrictEqual([])
  })
})

describe('rowRate', () => {
  it('is that of the whole list when it has ended, whatever the time', () => {
    const { list } = stateAfter(wholeDemo)
    expect(list && rowRate(list, at(1000))).toBe(6000)
  })

  it('is 0 before time has passed, also when the clock was set back', () => {
    const { list } = stateAfter([act(5, { _tag: 'ListStarted', list: 1, rows: 700 }), page(5, 500, false)])
    expect(list && rowRate(list, at(5))).toBe(0)
    expect(list && rowRate(list, at(4))).toBe(0)
    expect(list && rowRate(list, at(6))).toBe(500)
  })
})

describe('logEntry', () => {
  const logOf = (...events: Parameters<typeof stateAfter>[0]) =>
    stateAfter(events).log.map(({ kind, text }) => `${kind}: ${text}`)

  it('names a fault, and the retry that it causes', () => {
    expect(
      logOf(
        act(1, { _tag: 'FaultInjected', page: 15, status: 429, retry_after: 1 }),
        reported(2, { _tag: 'Retried', operation: 'transactions.list', error: rateLimited, attempt: 1, delay: 1000 }),
      ),
    ).toStrictEqual([
      'fault: page 15 will fail once: 429 with Retry-After: 1',
      'retry: 429, page 15 of transactions.list, next attempt in 1.0 s, from Retry-After',
    ])
  })

  it('says how early a token was renewed', () => {
    const log = logOf(
      act(0, { _tag: 'TokenIssued', expires_at: at(15) }),
      act(12, { _tag: 'TokenIssued', expires_at: at(27) }),
    )
    expect(log).toStrictEqual(['token: #1 until 12:00:15', 'token: #2 until 12:00:27, 3.0 s before the last one ends'])
  })

  it('names a cool-down once, though others wait for its end, and no other change of the budget', () => {
    const operation = 'transactions.list'
    const budget = { _tag: 'BudgetChanged', operation, scope: 'user', limit: none, per: none, remaining: none } as const
    const withheld = new RequestNotSent({ operation, page: some(2), reason: 'queue', retryAfter: none })
    expect(
      logOf(
        reported(1, { ...budget, waiting: 0, coolDown: 1000 }),
        reported(1.5, { ...budget, waiting: 1, coolDown: 500 }),
        reported(2, { ...budget, waiting: 1, coolDown: 0 }),
        reported(3, { _tag: 'Retried', operation, error: withheld, attempt: 1, delay: 500 }),
        reported(9, { ...budget, waiting: 2, coolDown: 1000 }),
      ),
    ).toStrictEqual([
      "cool-down: the user's requests are paused for 1.0 s",
      'retry: not sent: too many requests are waiting, page 2 of transactions.list, next attempt in 0.5 s',
      "cool-down: the user's requests are paused for 1.0 s, 2 waiting",
    ])
  })

  it('names the failure for which nothing is sent, for how long, and the answer that ends it', () => {
    const circuit = { _tag: 'CircuitChanged', operation: 'stocks.updated', error: none, delay: none } as const
    expect(
      logOf(
        reported(1, { ...circuit, state: 'open', error: some(rateLimited), delay: some(1200) }),
        reported(2, { ...circuit, state: 'half-open' }),
        reported(2, { ...circuit, state: 'open', delay: some(0) }),
        reported(3, { ...circuit, state: 'half-open' }),
        reported(3, { ...circuit, state: 'closed' }),
      ),
    ).toStrictEqual([
      'circuit: 429, page 15 of transactions.list; nothing is sent for 1.2 s, then one request',
      'circuit: the service responds again',
    ])
  })

  it('tells of a watcher only what it lived through', () => {
    const error = new NetworkError({ operation: 'stocks.updated', page: none, origin: 'http://x', code: none })
    const polled = { _tag: 'Polled', operation: 'stocks.updated', watcher: 1, checkpoint: none } as const
    expect(
      logOf(
        reported(1, { ...polled, error: none, delay: 1000 }),
        reported(2, { ...polled, error: some(error), delay: 2500 }),
      ),
    ).toStrictEqual(['error: NetworkError, stocks.updated, next attempt in 2.5 s'])
  })
})
