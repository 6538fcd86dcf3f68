import { none, some } from 'fp-ts/lib/Option.js'
import { demoEventJson, summaryToJson } from '../../../lib/cli/demo/demo.js'
import { redact, StatusError } from '../../../lib/index.js'
import { act, at, price, rateLimit, rateLimited, reported, stateAfter, wholeDemo } from '../../helpers/demoEvents.js'

const parsed = (text: string): unknown => JSON.parse(text)

describe('toJson', () => {
  it('is one line of JSON for every event, with time and type first', () => {
    for (const event of wholeDemo) {
      const line = demoEventJson(event)
      expect(line).not.toContain('\n')
      expect(Object.keys(parsed(line) as object).slice(0, 2)).toStrictEqual(['time', 'type'])
      expect(parsed(line)).toMatchObject({ time: event.time.toISOString(), type: event._tag })
    }
  })

  it('writes an Option as its value or null', () => {
    const requested = { _tag: 'Requested', operation: 'banks.list', method: 'GET' } as const
    expect(parsed(demoEventJson(reported(1, { ...requested, page: some(3) })))).toMatchObject({ page: 3 })
    expect(parsed(demoEventJson(reported(1, { ...requested, page: none })))).toMatchObject({ page: null })
  })

  it('writes a moment and an error within an Option as they are outside of one', () => {
    const polled = { _tag: 'Polled', operation: 'x', watcher: 1, delay: 5 } as const
    const line = demoEventJson(reported(1, { ...polled, checkpoint: some(at(15)), error: some(rateLimited) }))
    expect(parsed(line)).toMatchObject({
      checkpoint: at(15).toISOString(),
      error: { message: rateLimited.message, status: 429 },
    })
  })

  it('names what failed', () => {
    const line = demoEventJson(
      reported(1, { _tag: 'Retried', operation: 'transactions.list', error: rateLimited, attempt: 1, delay: 1000 }),
    )
    expect(parsed(line)).toStrictEqual({
      time: at(1).toISOString(),
      type: 'Retried',
      operation: 'transactions.list',
      request: 1,
      attempt: 1,
      delay: 1000,
      error: {
        _tag: 'StatusError',
        codes: [],
        contentType: null,
        detail: null,
        isServiceResponse: true,
        message: rateLimited.message,
        operation: 'transactions.list',
        page: 15,
        profile: null,
        requestId: null,
        responseHeaders: {},
        retryAfter: 1000,
        idempotent: false,
        status: 429,
        type: 'too_many_requests',
      },
    })
  })

  it('shows nothing that is redacted', () => {
    const error = new StatusError({ ...rateLimit, detail: some(redact('c4n4ry')) })
    const line = demoEventJson(reported(1, { _tag: 'TokenFailed', operation: 'authenticate', error, delay: none }))
    expect(line).toContain('StatusError')
    expect(line).not.toContain('c4n4ry')
  })

  it('rounds durations, and keeps prices', () => {
    const responded = reported(1, { _tag: 'Responded', operation: 'x', status: 200, duration: 12.345678 })
    expect(parsed(demoEventJson(responded))).toMatchObject({ duration: 12.346 })
    expect(parsed(demoEventJson(price(1, 0, 124.96, null)))).toMatchObject({ price: 124.96, previous_price: null })
  })

  it('keeps moments within fields', () => {
    expect(parsed(demoEventJson(act(0, { _tag: 'TokenIssued', expires_at: at(15) })))).toMatchObject({
      expires_at: at(15).toISOString(),
    })
  })
})

describe('summaryToJson', () => {
  it('sums a demo up', () => {
    expect(parsed(summaryToJson(stateAfter(wholeDemo)))).toStrictEqual({
      time: at(12).toISOString(),
      type: 'Summary',
      seconds: 12,
      tokens: 2,
      lists: 1,
      pages: 60,
      transactions: 30_000,
      refreshes: 1,
      stock_updates: 2,
      requests: 1,
      refused: 1,
      retries: 1,
    })
  })
})
