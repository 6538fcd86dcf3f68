import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Fault, Sandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import {
  ask,
  authenticate,
  type Authenticated,
  ids,
  json,
  type PageBody,
  type Row,
  start,
  tokenOf,
  toRequest,
  virtualSandbox,
  walk,
} from './caller.js'

const setUp = (config = {}) => {
  const sandbox = virtualSandbox(config)
  const token = tokenOf(sandbox)
  const page = (link: string | null) => json<PageBody>(ask(sandbox, link ?? '', { token }))
  return { sandbox, token, page, clean: page('/v2/transactions?limit=5') }
}

const banks = (sandbox: Sandbox, path = '/v2/banks?limit=2') => ask(sandbox, path)

/** What is seen of one request for banks: what came, and how it ended. */
const watch = (sandbox: Sandbox, path = '/v2/banks') => {
  const seen: { answers: Array<HttpResponse>; errors: Array<unknown>; done: boolean } = {
    answers: [],
    errors: [],
    done: false,
  }
  const subscription = sandbox.http(toRequest(sandbox, path)).subscribe({
    next: (answer) => seen.answers.push(answer),
    error: (error: unknown) => seen.errors.push(error),
    complete: () => (seen.done = true),
  })
  return { seen, subscription }
}

describe('faults', () => {
  describe('meet', () => {
    const statuses = (fault: Fault, paths: ReadonlyArray<string>) => {
      const { sandbox, token } = setUp()
      sandbox.faults.add(fault)
      return paths.map((path) => ask(sandbox, path, { token }).status)
    }
    const four = ['/v2/banks', '/v2/items', '/v2/banks', '/v2/items']

    it('one request by default, of any kind', () => {
      expect(statuses({ kind: 'server-error' }, four)).toStrictEqual([500, 200, 200, 200])
    })

    it('as many requests as they are told, after as many as they are told', () => {
      expect(statuses({ kind: 'server-error', times: 2, after: 1 }, four)).toStrictEqual([200, 500, 500, 200])
      expect(statuses({ kind: 'server-error', times: Infinity }, four)).toStrictEqual([500, 500, 500, 500])
      expect(statuses({ kind: 'server-error', times: 0 }, four)).toStrictEqual([200, 200, 200, 200])
    })

    it('the requests that they are for, and count only those', () => {
      const fault = { kind: 'server-error', after: 1 } as const
      expect(statuses({ ...fault, on: 'items' }, four)).toStrictEqual([200, 200, 200, 500])
      expect(statuses({ ...fault, on: /items$/g }, four)).toStrictEqual([200, 200, 200, 500])
      expect(statuses({ ...fault, on: ({ route }) => route === 'banks' }, four)).toStrictEqual([200, 200, 500, 200])
    })

    it('a share of them, drawn from the seed', () => {
      const run = (seed: number) => {
        const sandbox = virtualSandbox({ profile: documentedProfile, seed })
        sandbox.faults.add({ kind: 'server-error', times: Infinity, probability: 0.3 })
        return Array.from({ length: 400 }, () => banks(sandbox).status)
      }
      expect(run(1)).toStrictEqual(run(1))
      expect(run(1)).not.toStrictEqual(run(2))
      const share = run(1).filter((status) => status === 500).length / 400
      expect([share > 0.2, share < 0.4]).toStrictEqual([true, true])
    })

    it('no request once they are removed', () => {
      const { sandbox } = setUp()
      const remove = sandbox.faults.add({ kind: 'server-error', times: Infinity })
      sandbox.faults.add({ kind: 'unauthorized', times: Infinity })
      expect(banks(sandbox).status).toBe(500)
      remove()
      remove()
      expect(banks(sandbox).status).toBe(401)
      sandbox.faults.clear()
      expect(banks(sandbox).status).toBe(200)
    })

    it('a request one after the other, the first that was added first', () => {
      const { sandbox } = setUp()
      sandbox.faults.add({ kind: 'server-error', status: 503 })
      sandbox.faults.add({ kind: 'unauthorized' })
      sandbox.faults.add({ kind: 'no-date' })
      const answers = [banks(sandbox), banks(sandbox), banks(sandbox)]
      expect(answers.map(({ status, headers }) => [status, 'date' in headers])).toStrictEqual([
        [503, false],
        [401, true],
        [200, true],
      ])
      expect(
        sandbox.journal
          .entries()
          .slice(-3)
          .map(({ faults }) => faults),
      ).toStrictEqual([['no-date', 'server-error'], ['unauthorized'], []])
    })

    it('the second request if they are told to let one through, though another met that', () => {
      const { sandbox } = setUp()
      sandbox.faults.add({ kind: 'server-error' })
      sandbox.faults.add({ kind: 'unauthorized', after: 1 })
      expect([banks(sandbox).status, banks(sandbox).status]).toStrictEqual([500, 401])
    })

    it('only lists, or requests with a cursor, if they are about those', () => {
      const { sandbox, token } = setUp()
      sandbox.faults.add({ kind: 'dead-cursor' })
      sandbox.faults.add({ kind: 'foreign-link', url: 'https://evil.example/v2/banks' })
      expect(authenticate(sandbox).status).toBe(200)
      const first = json<PageBody>(ask(sandbox, '/v2/transactions?limit=5', { token }))
      expect(first.pagination.next_uri).toBe('https://evil.example/v2/banks')
      const again = json<PageBody>(ask(sandbox, '/v2/transactions?limit=5', { token }))
      expect(ask(sandbox, again.pagination.next_uri ?? '', { token }).status).toBe(410)
      expect(ask(sandbox, again.pagination.next_uri ?? '', { token }).status).toBe(200)
    })
  })

  describe('answer', () => {
    const answerTo = (fault: Fault) => {
      const { sandbox } = setUp()
      sandbox.faults.add(fault)
      return banks(sandbox)
    }

    it('401, 429 with Retry-After, 5xx, or any status', () => {
      expect(answerTo({ kind: 'unauthorized' }).status).toBe(401)
      const limited = answerTo({ kind: 'rate-limit', retryAfter: 7 })
      expect([limited.status, limited.headers['retry-after']]).toStrictEqual([429, '7'])
      const date = 'Thu, 15 Jan 2026 10:31:00 GMT'
      expect(answerTo({ kind: 'rate-limit', retryAfter: date }).headers['retry-after']).toBe(date)
      expect('retry-after' in answerTo({ kind: 'rate-limit' }).headers).toBe(false)
      expect(answerTo({ kind: 'server-error', status: 503 }).status).toBe(503)
      expect(answerTo({ kind: 'status', status: 418, body: 'tea', headers: { 'X-Tea': '1' } })).toMatchObject({
        status: 418,
        body: 'tea',
        headers: { 'x-tea': '1', 'x-frame-options': 'DENY' },
      })
    })

    it('a redirect', () => {
      expect(answerTo({ kind: 'redirect', to: 'https://other.example/' })).toMatchObject({
        status: 302,
        headers: { location: 'https://other.example/' },
      })
      expect(answerTo({ kind: 'redirect', to: '/', status: 307 }).status).toBe(307)
    })

    it('a page in HTML, an empty body, half a body', () => {
      const html = answerTo({ kind: 'html' })
      expect([html.status, html.headers['content-type'], html.body.slice(0, 9)]).toStrictEqual([
        200,
        'text/html; charset=utf-8',
        '<!doctype',
      ])
      expect(answerTo({ kind: 'empty' })).toMatchObject({ status: 200, body: '' })
      const whole = banks(setUp().sandbox).body
      expect(answerTo({ kind: 'truncated' }).body).toBe(whole.slice(0, Math.floor(whole.length / 2)))
    })

    it.each(['huge', 'gzip-bomb'] as const)('a %s body of valid JSON', (kind) => {
      const { body } = answerTo({ kind, bytes: 1_000_000 })
      expect(body).toHaveLength(1_000_000)
      expect(JSON.parse(body)).toMatchObject({ resources: [] })
      expect(JSON.parse(answerTo({ kind, bytes: 1 }).body)).toMatchObject({ resources: [] })
    })

    it('a field of a wrong type, in a row or in an answer that is no list', () => {
      const { sandbox, page, clean } = setUp()
      sandbox.faults.add({ kind: 'wrong-type', row: 3, field: 'updated_at', value: 7 })
      const { resources } = page('/v2/transactions?limit=5')
      expect(resources[3]?.updated_at).toBe(7)
      expect(resources.filter((_, index) => index !== 3)).toStrictEqual(
        clean.resources.filter((_, index) => index !== 3),
      )
      sandbox.faults.add({ kind: 'wrong-type', field: 'expires_at', value: undefined })
      expect(Object.keys(json<object>(authenticate(sandbox)))).toStrictEqual(['access_token', 'user'])
      sandbox.faults.add({ kind: 'wrong-type', row: 99, field: 'id', value: null })
      expect(page('/v2/transactions?limit=5')).toStrictEqual(clean)
    })
  })

  describe('in time', () => {
    it('delay a request, or its answer', () => {
      const clock = createVirtualClock({ start })
      const sandbox = virtualSandbox({ profile: documentedProfile, clock })
      const user = sandbox.users[0]?.uuid ?? ''
      for (const side of ['request', 'response'] as const) {
        sandbox.faults.add({ kind: 'latency', ms: 250, side })
        const moment = sandbox.now()
        const { seen } = watch(sandbox)
        clock.advance(249)
        sandbox.insertTransactions(user, 1)
        expect(seen.answers).toHaveLength(0)
        clock.advance(1)
        expect([seen.answers.length, seen.done]).toStrictEqual([1, true])
        const seconds = Math.floor((side === 'request' ? moment + 250 : moment) / 1000)
        expect(Date.parse(seen.answers[0]?.headers.date ?? '')).toBe(seconds * 1000)
      }
      expect(clock.pending()).toBe(0)
    })

    it('add up latencies, before any other fault', () => {
      const clock = createVirtualClock({ start })
      const sandbox = virtualSandbox({ profile: documentedProfile, clock })
      sandbox.faults.add({ kind: 'latency', ms: 100 })
      sandbox.faults.add({ kind: 'latency', ms: 50 })
      sandbox.faults.add({ kind: 'disconnect' })
      const { seen } = watch(sandbox)
      clock.advance(149)
      expect(seen.errors).toHaveLength(0)
      clock.advance(1)
      expect(seen.errors).toStrictEqual([expect.any(NetworkError)])
    })

    it('never answer, and arm no timer', () => {
      const clock = createVirtualClock({ start })
      const sandbox = virtualSandbox({ profile: documentedProfile, clock })
      sandbox.faults.add({ kind: 'silence' })
      const { seen, subscription } = watch(sandbox)
      clock.advance(1e9)
      expect([seen.answers, seen.errors, seen.done, clock.pending()]).toStrictEqual([[], [], false, 0])
      subscription.unsubscribe()
      expect(sandbox.journal.entries().at(-1)).toMatchObject({ status: 'aborted', faults: ['silence'] })
    })

    it('lose the connection, before the answer or in the middle of it', () => {
      const { sandbox } = setUp()
      for (const kind of ['disconnect', 'cut'] as const) {
        sandbox.faults.add({ kind })
        const { seen } = watch(sandbox)
        expect([seen.answers, seen.errors]).toStrictEqual([[], [expect.any(NetworkError)]])
        expect(sandbox.journal.entries().at(-1)).toMatchObject({ status: 'disconnected', faults: [kind] })
      }
      expect(sandbox.journal.counts()).toMatchObject({ disconnected: 2, inFlight: 0 })
    })

    it('end a body too soon, of which no length was told', () => {
      const { sandbox } = setUp()
      sandbox.faults.add({ kind: 'cut', length: 'undeclared', bytes: 12 })
      const { seen } = watch(sandbox)
      expect([seen.answers.map(({ body }) => body), seen.errors]).toStrictEqual([['{"resources"'], []])
      expect(seen.answers[0]?.headers['content-length']).toBeUndefined()
      expect(sandbox.journal.entries().at(-1)).toMatchObject({ status: 'disconnected', faults: ['cut'] })
    })

    it.each([{ kind: 'truncated' }, { kind: 'empty' }, { kind: 'status', status: 200, body: '{' }] as const)(
      'tell the length of what is whole as it is: %p',
      (fault) => {
        const { sandbox } = setUp()
        sandbox.faults.add(fault)
        const { headers, body } = banks(sandbox)
        expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
      },
    )

    it('do the work before a cut, not before a disconnect', () => {
      const { sandbox } = setUp()
      const user = sandbox.users[0]
      const change = (next: string) =>
        ask.bind(undefined, sandbox, `/v2/users/${user?.uuid ?? ''}/password`, {
          method: 'PUT',
          headers: {
            'Service-Version': '2021-06-01',
            'Client-Id': 'sandbox-client',
            'Client-Secret': 'sandbox-secret',
            'Content-Type': 'application/json',
          },
          body: JSON.stringify({ current_password: user?.password, new_password: next }),
        })
      const old = user?.password
      sandbox.faults.add({ kind: 'disconnect', on: 'password' })
      expect(change('first one')).toThrow()
      expect(user?.password).toBe(old)
      sandbox.faults.add({ kind: 'cut', on: 'password' })
      expect(change('second one')).toThrow()
      expect(user?.password).toBe('second one')
    })

    it('leave out Date', () => {
      const { sandbox } = setUp()
      sandbox.faults.add({ kind: 'no-date' })
      expect(banks(sandbox).headers.date).toBeUndefined()
      expect(banks(sandbox).headers.date).toBe('Thu, 15 Jan 2026 10:30:00 GMT')
    })

    it('have a clock of their own for Date and expires_at', () => {
      const { sandbox } = setUp()
      sandbox.faults.add({ kind: 'skew', ms: -600_000 })
      const answer = authenticate(sandbox)
      const { expires_at, access_token: token } = json<Authenticated>(answer)
      expect(answer.headers.date).toBe('Thu, 15 Jan 2026 10:20:00 GMT')
      expect(expires_at).toBe('2026-01-15T12:20:00.000Z')
      sandbox.advance(2 * 60 * 60 * 1000 - 1)
      expect(ask(sandbox, '/v2/items', { token }).status).toBe(200)
    })
  })

  describe('on lists', () => {
    it('link to the same request again', () => {
      const { sandbox, page } = setUp()
      sandbox.faults.add({ kind: 'repeated-cursor', times: 2, on: 'transactions' })
      expect(page('/v2/transactions').pagination.next_uri).toBe('/v2/transactions')
      expect(page('/v2/transactions?limit=5').pagination.next_uri).toBe('/v2/transactions?limit=5')
      const { next_uri } = page('/v2/transactions?limit=5').pagination
      sandbox.faults.add({ kind: 'repeated-cursor' })
      expect(page(next_uri).pagination.next_uri).toBe(next_uri)
    })

    it('go in a circle', () => {
      const { sandbox, page, clean } = setUp()
      sandbox.faults.add({ kind: 'cycle', after: 1 })
      const second = page(clean.pagination.next_uri)
      const third = page(second.pagination.next_uri)
      expect(third.pagination.next_uri).toBe('/v2/transactions?limit=5')
    })

    it.each([1, 2, 5])('have %d empty pages before the rows, on the first page and on others', (count) => {
      const { sandbox, token, page, clean } = setUp()
      const all = ids(walk(sandbox, '/v2/transactions?limit=50', token))
      sandbox.faults.add({ kind: 'empty-pages', count })
      sandbox.faults.add({ kind: 'empty-pages', count, after: count + 2 })
      const seen = walk(sandbox, '/v2/transactions?limit=50', token)
      const sizes = seen.map(({ resources }) => resources.length)
      const empty = Array.from({ length: count }, () => 0)
      expect(sizes.slice(0, count + 1)).toStrictEqual([...empty, 50])
      expect(sizes.filter((size) => size === 0)).toHaveLength(2 * count)
      expect(ids(seen)).toStrictEqual(all)
      const links = seen.map(({ pagination }) => pagination.next_uri)
      expect(new Set(links).size).toBe(links.length)
      expect(page('/v2/transactions?limit=5')).toStrictEqual(clean)
    })

    it('have empty pages without end, each with another link', () => {
      const { sandbox, token } = setUp()
      sandbox.faults.add({ kind: 'empty-pages', count: Infinity })
      const links = new Set<string>()
      let link: string | null = '/v2/transactions'
      for (let count = 0; count < 300; count++) {
        const next: PageBody = json<PageBody>(ask(sandbox, link ?? '', { token }))
        expect(next.resources).toHaveLength(0)
        link = next.pagination.next_uri
        links.add(link ?? '')
      }
      expect(links.size).toBe(300)
    })

    it('have rows that come while they are read', () => {
      const { sandbox, token, page, clean } = setUp()
      const all = ids(walk(sandbox, '/v2/transactions?limit=50', token))
      sandbox.faults.add({ kind: 'rows-inserted', count: 3 })
      const second = page(clean.pagination.next_uri)
      expect(second.resources.map(({ id }) => id)).toStrictEqual(all.slice(5, 10))
      expect(ids(walk(sandbox, '/v2/transactions?limit=50', token)).slice(3)).toStrictEqual(all)
    })

    it('repeat the last rows of the page before', () => {
      const { sandbox, page, clean } = setUp()
      sandbox.faults.add({ kind: 'rows-repeated', count: 2 })
      const second = page(clean.pagination.next_uri).resources
      expect(second.slice(0, 2)).toStrictEqual(clean.resources.slice(3))
      expect(second).toHaveLength(5)
      sandbox.faults.add({ kind: 'rows-repeated', count: 99 })
      expect(page(clean.pagination.next_uri).resources).toStrictEqual(clean.resources)
    })

    it('declare a cursor dead', () => {
      const { sandbox, token, clean } = setUp()
      const status = () => ask(sandbox, clean.pagination.next_uri ?? '', { token }).status
      sandbox.faults.add({ kind: 'dead-cursor' })
      sandbox.faults.add({ kind: 'dead-cursor', status: 400 })
      expect([status(), status(), status()]).toStrictEqual([410, 400, 200])
    })

    it('work on every list alike', () => {
      const { sandbox, token } = setUp()
      for (const list of ['banks', 'categories', 'users', 'accounts', 'stocks', 'stocks/updated']) {
        const all = walk(sandbox, `/v2/${list}?limit=2`, token).flatMap(
          ({ resources }): ReadonlyArray<Row> => resources,
        )
        sandbox.faults.add({ kind: 'empty-pages', count: 1, after: 1 })
        const seen = walk(sandbox, `/v2/${list}?limit=2`, token).flatMap(({ resources }) => resources)
        expect(seen).toStrictEqual(all)
        sandbox.faults.clear()
      }
    })
  })

  describe('that applied to no request', () => {
    const meant = { kind: 'server-error', on: 'stocks' } as const

    it('are told, also when they were removed', () => {
      const { sandbox } = setUp()
      const remove = sandbox.faults.add(meant)
      sandbox.faults.add({ kind: 'empty', on: 'banks', times: 2 })
      sandbox.faults.add({ kind: 'silence', times: 0 })
      expect(sandbox.faults.unused()).toHaveLength(2)
      banks(sandbox)
      remove()
      expect(sandbox.faults.unused()).toStrictEqual([meant])
      sandbox.faults.clear()
      expect(sandbox.faults.unused()).toStrictEqual([])
    })

    it('are those whose turn did not come', () => {
      const { sandbox } = setUp()
      sandbox.faults.add({ kind: 'server-error', on: 'banks', after: 1 })
      banks(sandbox)
      expect(sandbox.faults.unused()).toHaveLength(1)
      banks(sandbox)
      expect(sandbox.faults.unused()).toStrictEqual([])
    })

    it.each<[Fault, boolean]>([
      [{ kind: 'wrong-type', field: 'name', value: 7 }, true],
      [{ kind: 'wrong-type', field: 'a_new_one', value: 7 }, true],
      [{ kind: 'wrong-type', field: 'a_new_one', value: undefined }, false],
      [{ kind: 'wrong-type', field: 'name', value: 7, row: 99 }, false],
      [{ kind: 'repeated-cursor' }, true],
      [{ kind: 'foreign-link', url: 'https://evil.example' }, true],
      [{ kind: 'truncated' }, true],
    ])('%j: used, as it changes something: %s', (fault, isUsed) => {
      const { sandbox } = setUp()
      sandbox.faults.add(fault)
      banks(sandbox)
      expect(sandbox.faults.unused()).toEqual(isUsed ? [] : [fault])
    })

    it('are printed when the sandbox or its port is closed', () => {
      const { sandbox } = setUp()
      const lines: Array<unknown> = []
      const { warn } = console
      console.warn = (line: unknown) => lines.push(line)
      try {
        const port = sandbox.listen().subscribe()
        port.unsubscribe()
        sandbox.faults.add(meant)
        sandbox.faults.add({ kind: 'empty', on: () => false })
        sandbox.faults.add({ kind: 'empty', on: /x/ })
        sandbox.listen().subscribe().unsubscribe()
        sandbox.close()
        sandbox.close()
      } finally {
        console.warn = warn
      }
      const line =
        'rxbank/sandbox: faults that applied to no request: server-error on stocks, empty on a predicate, empty on /x/'
      expect(lines).toStrictEqual([line, line])
    })
  })

  it('end when their time is over, from the first request that they apply to', () => {
    const { sandbox } = setUp()
    sandbox.faults.add({ kind: 'server-error', on: 'banks', duration: 2000 })
    sandbox.advance(5000)
    const statuses = [0, 1999, 1].map((ms) => {
      sandbox.advance(ms)
      return banks(sandbox).status
    })
    expect(statuses).toStrictEqual([500, 500, 200])
  })

  it('refuse a token while it is young', () => {
    const { sandbox } = setUp()
    sandbox.faults.add({ kind: 'late-token', ms: 300, times: Infinity })
    const token = tokenOf(sandbox)
    const statuses = [0, 299, 1].map((ms) => {
      sandbox.advance(ms)
      return ask(sandbox, '/v2/items', { token }).status
    })
    expect(statuses).toStrictEqual([401, 401, 200])
    expect(ask(sandbox, '/v2/banks').status).toBe(200)
  })

  it('forbid an operation in the form of the service', () => {
    const { sandbox, token } = setUp()
    sandbox.faults.add({ kind: 'forbidden', on: 'stocks' })
    const answer = ask(sandbox, '/v2/stocks', { token })
    expect([answer.status, json<{ type: string }>(answer).type]).toStrictEqual([403, 'forbidden'])
  })

  it('leave out rows before a page, and all rows', () => {
    const { sandbox, token, page, clean } = setUp()
    const whole = ids(walk(sandbox, '/v2/transactions?limit=5', token))
    sandbox.faults.add({ kind: 'rows-skipped', count: 2 })
    expect(page('/v2/transactions?limit=5')).toStrictEqual(clean)
    expect(ids([page(clean.pagination.next_uri)])).toStrictEqual(whole.slice(7, 12))
    sandbox.faults.add({ kind: 'no-rows', on: 'transactions' })
    expect(page('/v2/transactions?limit=5')).toStrictEqual({
      resources: [],
      pagination: { previous_uri: null, next_uri: null },
    })
    expect(page('/v2/transactions?limit=5')).toStrictEqual(clean)
  })

  it('add headers, and send keys in another order', () => {
    const { sandbox, token, clean } = setUp()
    sandbox.faults.add({ kind: 'headers', headers: { 'RateLimit-Remaining': '0' } })
    sandbox.faults.add({ kind: 'keys-reordered' })
    const answer = ask(sandbox, '/v2/transactions?limit=5', { token })
    expect(answer.headers['ratelimit-remaining']).toBe('0')
    const [row = {}] = json<PageBody>(answer).resources
    expect(json(answer)).toStrictEqual(clean)
    expect(Object.keys(row)).toStrictEqual(Object.keys(clean.resources[0] ?? {}).reverse())
  })
})
