import { filter, firstValueFrom } from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import type { Fault, JournalEntry } from '../../../lib/sandbox.js'
import { serving } from './serving.js'

const reported = JSON.stringify({
  type: 'not_for_you',
  message: 'C4N4RY',
  documentation_url: 'https://bank.example/docs',
})

describe('what goes wrong at the service, through a gateway', () => {
  const { get, sandbox, faults } = serving({}, { client: { maxBodySize: 100_000 } })
  const on = 'transactions'

  it.each<[string, Fault, number, string, string | undefined]>([
    ['a 404, of two tokens', { kind: 'status', status: 404, body: reported, times: 2 }, 404, 'not_for_you', undefined],
    ['a 403', { kind: 'status', status: 403, body: reported }, 403, 'not_for_you', undefined],
    ['a 400', { kind: 'status', status: 400, body: '' }, 400, 'refused', undefined],
    ['a 422 in HTML', { kind: 'status', status: 422, body: '<html>C4N4RY' }, 502, 'invalid_response', undefined],
    ['a 401 in HTML', { kind: 'status', status: 401, body: '<html>C4N4RY' }, 502, 'invalid_response', undefined],
    [
      'a type that is no word',
      { kind: 'status', status: 404, body: '{"type":"c4n4ry C4N4RY"}', times: 2 },
      404,
      'refused',
      undefined,
    ],
    ['a 407', { kind: 'status', status: 407, body: '' }, 502, 'invalid_response', undefined],
    ['tokens refused', { kind: 'unauthorized', times: Infinity }, 502, 'unauthorized', undefined],
    ['a 429', { kind: 'rate-limit' }, 429, 'too_many_requests', '1'],
    ['a 429 that names a time', { kind: 'rate-limit', retryAfter: 7 }, 429, 'too_many_requests', '7'],
    ['a 500', { kind: 'server-error' }, 502, 'internal_server_error', undefined],
    [
      'a 503 that names a time',
      { kind: 'status', status: 503, body: reported, headers: { 'retry-after': '9' } },
      502,
      'not_for_you',
      '9',
    ],
    ['a redirect', { kind: 'redirect', to: 'https://C4N4RY.example/' }, 502, 'invalid_response', undefined],
    ['HTML', { kind: 'html' }, 502, 'invalid_response', undefined],
    ['nothing', { kind: 'empty' }, 502, 'invalid_response', undefined],
    ['another shape', { kind: 'status', status: 200, body: '{"resources":{}}' }, 502, 'invalid_response', undefined],
    ['a list', { kind: 'status', status: 200, body: '[]' }, 502, 'invalid_response', undefined],
    ['too much', { kind: 'huge', bytes: 1_000_000 }, 502, 'invalid_response', undefined],
    ['a bomb', { kind: 'gzip-bomb', bytes: 50_000_000 }, 502, 'invalid_response', undefined],
    ['half of it', { kind: 'truncated' }, 502, 'invalid_response', undefined],
    ['a connection that is cut', { kind: 'cut' }, 502, 'service_unreachable', undefined],
    ['a connection that is lost', { kind: 'disconnect' }, 502, 'service_unreachable', undefined],
  ])('is told by the status: %s', async (_, fault, status, type, retryAfter) => {
    sandbox().faults.add({ ...fault, on })
    const answer = await get('/v2/transactions')
    expect([answer.status, answer.json.type, answer.headers['retry-after']]).toEqual([status, type, retryAfter])
    expect(Object.keys(answer.json)).toEqual(['type', 'message'])
    expect(JSON.stringify(answer)).not.toMatch(/C4N4RY/i)
  })

  it('is not tried again here: the browser does it', async () => {
    sandbox().faults.add({ kind: 'server-error', times: Infinity })
    await get('/v2/banks')
    expect(sandbox().journal.counts().routes).toEqual({ banks: 1 })
  })

  it('is told to the operator if waiting does not mend it, and if events$ do not', async () => {
    sandbox().faults.add({ kind: 'html', on })
    await get('/v2/transactions')
    sandbox().faults.add({ kind: 'server-error', on })
    await get('/v2/transactions')
    await get('/v2/items', { cookie: 'user=nobody' })
    expect(faults().map((error) => (error as Error).name)).toEqual(['DecodeError', 'AuthenticationError'])
  })

  it('is a 403 if the service does not know the user', async () => {
    const { status, json } = await get('/v2/items', { cookie: 'user=nobody' })
    expect([status, json.type]).toEqual([403, expect.stringMatching(/^[a-z_]+$/)])
  })
})

describe('tokens, behind a gateway', () => {
  const clock = createVirtualClock({ start: Date.now() })
  const { get, sandbox } = serving({}, { client: { clock } })

  it('are replaced here if they were revoked', async () => {
    await get('/v2/items')
    clock.advance(6000)
    sandbox().revokeTokens()
    expect((await get('/v2/items')).status).toBe(200)
    expect(sandbox().journal.counts().routes.authenticate).toBe(2)
  })
})

describe('a service that does not answer, through a gateway', () => {
  const clock = createVirtualClock({ start: Date.now() })
  const { get, sandbox } = serving({ timeout: 500 }, { client: { clock } })
  const journaled = (on: string, as: JournalEntry['status']) =>
    firstValueFrom(sandbox().journal.changes$.pipe(filter(({ route, status }) => route === on && status === as)))

  it('is a 504, and aborted', async () => {
    sandbox().faults.add({ kind: 'silence', on: 'transactions' })
    const [asked, ended] = [journaled('transactions', 'pending'), journaled('transactions', 'aborted')]
    const answer = get('/v2/transactions')
    await asked
    clock.advance(500)
    const { status, json } = await answer
    expect([status, json.type]).toEqual([504, 'timeout'])
    await ended
  })

  it('is a 503 if it gives no token', async () => {
    sandbox().faults.add({ kind: 'server-error', on: 'authenticate', times: Infinity })
    const refused = journaled('authenticate', 500)
    const answer = get('/v2/transactions')
    await refused
    clock.advance(500)
    const { status, json, headers } = await answer
    expect([status, json.type, headers['retry-after']]).toEqual([503, 'token_unavailable', '5'])
  })
})

describe('a client that spares its service, behind a gateway', () => {
  const { get, sandbox } = serving({}, { client: { limits: { user: { requests: 1, per: 3_600_000 } } } })

  it('is a 429 that says when to ask again', async () => {
    await get('/v2/items')
    const { status, json, headers } = await get('/v2/items')
    expect([status, json.type]).toEqual([429, 'withheld'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(sandbox().journal.counts().routes.items).toBe(1)
  })
})
