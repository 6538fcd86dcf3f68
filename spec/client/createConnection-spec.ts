import { isSome, none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, firstValueFrom, NEVER, Observable, of, ReplaySubject, throwError, toArray } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { ConfigError } from '../../lib/base/error/ConfigError.js'
import { redact } from '../../lib/base/Redacted.js'
import { type ConnectionConfig, createConnection } from '../../lib/client/createConnection.js'
import { withBreaker } from '../../lib/client/withBreaker.js'
import { withBudget } from '../../lib/client/withBudget.js'
import { withTokens } from '../../lib/client/withTokens.js'
import { withUser } from '../../lib/client/withUser.js'
import type { Http } from '../../lib/http/Http.js'
import { type HttpRequest, wireHeaders } from '../../lib/http/HttpRequest.js'
import { createSandbox } from '../../lib/sandbox.js'
import {
  listBanks,
  listItems,
  listTransactions,
  listUpdatedTransactions,
  listUserItems,
  listUsers,
} from '../../lib/service/api/requests.js'
import type { AccessToken } from '../../lib/service/model/AccessToken.js'
import { followLink } from '../../lib/streams/pages/followLink.js'
import { navigate } from '../../lib/streams/pages/navigate.js'
import { all, pages } from '../../lib/streams/pages/pages.js'
import { changes } from '../../lib/streams/polling/changes.js'
import { send } from '../../lib/streams/send/send.js'
import { inBrowser } from '../helpers/browserPage.js'

const base = { baseUrl: 'https://bank.example', clientId: 'id' } as const
const secret = { ...base, clientSecret: 's3cr3t' } as const

const read = <A>(stream: Observable<A>): Promise<ReadonlyArray<A>> => firstValueFrom(stream.pipe(toArray()))
const failure = (stream: Observable<unknown>): Promise<unknown> =>
  read(stream).then(
    () => 'none',
    (error: unknown) => error,
  )
const attempt = (make: () => unknown): unknown => {
  try {
    return make()
  } catch (error) {
    return error
  }
}
const issuesOf = (make: () => unknown): ReadonlyArray<string> => {
  const made = attempt(make)
  return made instanceof ConfigError ? made.issues.map(({ path }) => path) : []
}

/** A transport that answers with empty lists and tells what it was asked. */
const recorder = (status = 200) => {
  const asked: Array<HttpRequest> = []
  const http: Http = (request) => {
    asked.push(request)
    return of({ status, headers: {}, body: '{"resources":[]}' })
  }
  return { asked, http, headers: () => asked.map(wireHeaders) }
}

const token = (text: string, lives = 7_200_000): AccessToken => ({
  access_token: redact(text),
  expires_at: new Date(lives),
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' },
})

describe('createConnection', () => {
  it('sends the id alone to what is public, and the secret to what is the application’s', async () => {
    const { http, headers } = recorder()
    const connection = createConnection({ ...secret, http })
    await read(pages(connection)(listBanks))
    await read(pages(connection)(listUsers))
    expect(headers()).toEqual([
      { Accept: 'application/json', 'Service-Version': '2021-06-01', 'Client-Id': 'id' },
      { Accept: 'application/json', 'Service-Version': '2021-06-01', 'Client-Id': 'id', 'Client-Secret': 's3cr3t' },
    ])
  })

  it('sends nothing that cannot be proven', async () => {
    const { asked, http } = recorder()
    const connection = createConnection({ ...base, http })
    expect(await failure(pages(connection)(listUsers))).toMatchObject({ issues: [{ path: '/clientSecret' }] })
    expect(await failure(pages(connection)(listTransactions))).toMatchObject({ issues: [{ path: '/access' }] })
    expect(asked).toEqual([])
  })

  it('sends in the manner of an earlier stage', async () => {
    const { asked, http } = recorder()
    await read(pages(createConnection({ ...base, serviceVersion: '2018-06-15', http }))(listBanks))
    expect(asked.map(({ url, headers }) => [url, headers['Service-Version']])).toEqual([
      ['https://bank.example/v2/banks?client_id=id', '2018-06-15'],
    ])
  })

  it('asks a gateway with no credentials, and leaves the user to it', async () => {
    const { asked, http, headers } = recorder()
    const config = { gateway: 'https://app.example/api/bank', headers: { Cookie: 'a=b' }, http }
    await read(pages(createConnection(config, withBudget(), withBreaker()))(listTransactions))
    expect(asked.map(({ url, cookies }) => [url, cookies])).toEqual([
      ['https://app.example/api/bank/v2/transactions', true],
    ])
    expect(headers()).toEqual([{ Accept: 'application/json', Cookie: 'a=b', 'RxBank-Gateway': 'interactive' }])
  })

  it('follows no link out of the service', async () => {
    const asked: Array<string> = []
    const http: Http = ({ url }) => {
      asked.push(url)
      const body = JSON.stringify({ resources: [], pagination: { next_uri: 'https://evil.example/v2/banks' } })
      return of({ status: 200, headers: {}, body })
    }
    expect(await failure(pages(createConnection({ ...base, http }))(listBanks))).toMatchObject({
      _tag: 'PagingError',
      reason: 'foreign-address',
    })
    expect(asked).toEqual(['https://bank.example/v2/banks'])
  })

  it('does not take a transport that ends without an answer for the end of a list', async () => {
    const connection = createConnection({ ...base, http: () => EMPTY, retry: { count: 0 } })
    expect(await failure(pages(connection)(listBanks))).toMatchObject({ _tag: 'NetworkError', page: some(1) })
  })

  it('refuses a secret in a browser', () => {
    inBrowser('page', () => {
      expect(issuesOf(() => createConnection(secret))).toEqual(['/clientSecret'])
    })
    expect(issuesOf(() => createConnection(secret))).toEqual([])
  })

  it.each<[ReadonlyArray<string>, object]>([
    [['/baseUrl'], { ...base, baseUrl: 'http://bank.example' }],
    [['/clientId', '/timeout'], { ...base, clientId: 'a b', timeout: 0 }],
    [['/limits'], { ...base, limits: {} }],
    [['/profile'], { ...base, profile: {} }],
    [['/codecs'], { gateway: 'https://app.example/api', codecs: {} }],
    [['/clientSecret'], { gateway: 'https://app.example/api', clientSecret: 's3cr3t' }],
    [['/keepAlive'], { ...base, keepAlive: true }],
  ])('throws for %j', (paths, config) => {
    expect(issuesOf(() => createConnection(config as ConnectionConfig))).toEqual(paths)
  })

  it.each([
    ['twice the same', () => [withBreaker(), withBreaker()]],
    ['two users', () => [withTokens(EMPTY), withUser({ externalUserId: 'A6J' })]],
    ['none', () => [undefined as never]],
    ['in a list', () => [[withBreaker()] as never]],
    ['of another make', () => [{ retries: () => 3 } as never]],
    ['no function', () => [{ breaker: true } as never]],
  ])('throws for features that are %s', (_, features) => {
    expect(issuesOf(() => createConnection(secret, ...features()))).toEqual(['/features'])
  })

  it('throws for a user of its own at a gateway', () => {
    const config = { gateway: 'https://app.example/api' }
    expect(issuesOf(() => createConnection(config, withTokens(EMPTY)))).toEqual(['/features'])
  })

  it('retries after transient errors, as a client does, and emits events for them', () => {
    const clock = createVirtualClock()
    let sent = 0
    const http: Http = () => of({ status: ++sent < 3 ? 503 : 200, headers: {}, body: '{"resources":[]}' })
    const connection = createConnection({ ...base, clock, http, random: () => 0.5 })
    const reported: Array<string> = []
    connection.events$.subscribe(({ _tag, request }) => reported.push(`${_tag} ${String(request)}`))
    const done = jest.fn()
    pages(connection)(listBanks).subscribe({ complete: done })
    clock.advance(60_000)
    expect(done).toHaveBeenCalledTimes(1)
    const attempt = ['Requested 1', 'Responded 1']
    expect(reported).toEqual([...attempt, 'Retried 1', ...attempt, 'Retried 1', ...attempt])
  })

  it('gives up an attempt in time, and its abort reaches the transport', () => {
    const clock = createVirtualClock()
    const aborted = jest.fn()
    const http: Http = () => new Observable(() => aborted)
    const failed = jest.fn()
    const connection = createConnection({ ...base, clock, http, timeout: 500, retry: { count: 0 } })
    pages(connection)(listBanks).subscribe({ error: failed })
    clock.advance(499)
    expect(aborted).not.toHaveBeenCalled()
    clock.advance(1)
    expect(aborted).toHaveBeenCalledTimes(1)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ _tag: 'TimeoutError' }))
  })

  it('puts its policy around everything, and the transport’s failures in order', async () => {
    const seen: Array<ReadonlyArray<string>> = []
    const connection = createConnection({
      ...base,
      http: () => throwError(() => new Error('s3cr3t')),
      retry: { count: 1, minDelay: 0, maxDelay: 0 },
      policy: (next) => (request) => {
        seen.push(Object.keys(request.headers))
        return next(request)
      },
    })
    expect(await failure(pages(connection)(listBanks))).toMatchObject({ _tag: 'NetworkError' })
    expect(seen).toEqual([['Accept', 'Service-Version']])
  })

  it('shows no secret', () => {
    const connection = createConnection(secret, withUser({ email: 'a@b.example', password: 'canary' }))
    expect(JSON.stringify(connection)).not.toMatch(/s3cr3t|canary/)
  })

  it('does not serve the links of another', async () => {
    const { credentials, http } = createSandbox({ seed: 1 })
    const config = { baseUrl: 'https://bank.example', ...credentials, http }
    const [one, other] = [createConnection(config), createConnection(config)]
    const { next } = await firstValueFrom(pages(one)(listBanks, { limit: 5 }))
    if (!isSome(next)) throw new Error('a list of one page')
    expect((await firstValueFrom(followLink(one)(listBanks, next.value))).number).toBe(2)
    expect(await failure(followLink(other)(listBanks, next.value))).toMatchObject({ reason: 'foreign-link' })
  })

  it('serves every interpreter', async () => {
    const { credentials, http, users } = createSandbox({ seed: 1 })
    const [{ uuid, externalUserId, itemIds } = { uuid: '', externalUserId: '', itemIds: [] }] = users
    const config = { baseUrl: 'https://bank.example', ...credentials, http }
    const user = createConnection(config, withUser({ externalUserId }))
    const application = createConnection(config)
    expect((await read(all(user)(listItems))).map(({ id }) => id).sort()).toEqual([...itemIds].sort())
    expect((await read(all(application)(listUserItems(uuid)))).map(({ id }) => id).sort()).toEqual([...itemIds].sort())
    const { page } = await firstValueFrom(navigate(application)(listBanks, NEVER, { limit: 5 }))
    expect(isSome(page) && page.value.number).toBe(1)
    const batch = await firstValueFrom(changes(user)(listUpdatedTransactions, { limit: 5 }))
    expect(batch.resources.length).toBe(5)
  })
})

describe('withTokens', () => {
  const clock = () => createVirtualClock()

  it('sends the token, and after a 401 the next', () => {
    const token$ = new ReplaySubject<AccessToken>(1)
    const time = clock()
    const seen: Array<string> = []
    const http: Http = (request) => {
      const { Authorization = '' } = wireHeaders(request)
      seen.push(Authorization)
      return of({ status: Authorization === 'Bearer new' ? 200 : 401, headers: {}, body: '{"resources":[]}' })
    }
    const connection = createConnection({ ...base, clock: time, http }, withTokens(token$))
    const done = jest.fn()
    pages(connection)(listItems).subscribe({ complete: done })
    token$.next(token('old', time.wall() + 7_200_000))
    token$.next(token('new', time.wall() + 7_200_000))
    expect(seen).toEqual(['Bearer old'])
    time.advance(100)
    expect(seen).toEqual(['Bearer old', 'Bearer new'])
    expect(done).toHaveBeenCalledTimes(1)
  })

  it('has no name for its user, so a store needs a key', async () => {
    const store = { load: () => of(none), save: () => EMPTY }
    const { http } = recorder()
    const connection = createConnection({ ...base, http }, withTokens(NEVER))
    expect(await failure(changes(connection)(listUpdatedTransactions, { store, process: () => EMPTY }))).toMatchObject({
      issues: [{ path: '/key' }],
    })
  })

  it('throws for what is no Observable', () => {
    expect(issuesOf(() => withTokens('token' as never))).toEqual(['/token$'])
  })
})

describe('withUser', () => {
  it('authenticates once for all requests of a connection', async () => {
    const { credentials, http, journal } = createSandbox({ seed: 1 })
    const config = { baseUrl: 'https://bank.example', ...credentials, http }
    const connection = createConnection(config, withUser({ externalUserId: 'A6J' }))
    await Promise.all([read(pages(connection)(listItems)), read(pages(connection)(listItems))])
    expect(journal.counts().routes).toEqual({ authenticate: 1, items: 2 })
  })

  it('needs the secret', async () => {
    const { asked, http } = recorder()
    const connection = createConnection({ ...base, http }, withUser({ externalUserId: 'A6J' }))
    expect(await failure(pages(connection)(listItems))).toMatchObject({ issues: [{ path: '/clientSecret' }] })
    expect(asked).toEqual([])
  })

  it.each([{}, { token$: NEVER }, { externalUserId: 7 }, null])('throws for %p', (identity) => {
    expect(issuesOf(() => withUser(identity as never))).not.toEqual([])
  })

  it('throws for an identity that the stage does not know', () => {
    const make = () =>
      createConnection({ ...secret, serviceVersion: '2018-06-15' }, withUser({ externalUserId: 'A6J' }))
    expect(attempt(make)).toMatchObject({ _tag: 'UnsupportedByVersion', since: '2021-06-01' })
  })
})

describe('withBudget', () => {
  const limits = { application: { requests: 1, per: 1000 } }

  it('keeps the limits over all requests of a connection', () => {
    const clock = createVirtualClock()
    const sent: Array<number> = []
    const http: Http = () => {
      sent.push(clock.monotonic())
      return of({ status: 200, headers: {}, body: '{"resources":[]}' })
    }
    const connection = createConnection({ ...base, clock, http }, withBudget({ limits }))
    for (let i = 0; i < 3; i++) pages(connection)(listBanks).subscribe()
    clock.advance(5000)
    expect(sent).toEqual([0, 1000, 2000])
  })

  it('withholds what does not fit into the line', async () => {
    const { http } = recorder()
    const config = { ...base, clock: createVirtualClock(), http, retry: { count: 0 } }
    const connection = createConnection(config, withBudget({ limits, maxWaiting: 0 }))
    await read(pages(connection)(listBanks))
    expect(await failure(pages(connection)(listBanks))).toMatchObject({ _tag: 'RequestNotSent', reason: 'queue' })
  })

  it('is quiet after a 429', () => {
    const clock = createVirtualClock()
    const sent: Array<number> = []
    const http: Http = () => {
      sent.push(clock.monotonic())
      return of({ status: 429, headers: { 'retry-after': '7' }, body: '' })
    }
    const config = { ...base, clock, http, retry: { count: 0 } }
    const connection = createConnection(config, withBudget())
    for (let i = 0; i < 2; i++) pages(connection)(listBanks).subscribe({ error: () => undefined })
    clock.advance(10_000)
    expect(sent).toEqual([0, 7000])
  })

  it('throws for wrong options', () => {
    expect(issuesOf(() => withBudget({ maxWaiting: -1 }))).toEqual(['/maxWaiting'])
    expect(issuesOf(() => withBudget({ limits: { user: { requests: 0, per: 1 } } }))).toEqual(['/limits/user/requests'])
  })
})

describe('withBreaker', () => {
  it('opens after 20 failures, and lets one request out after the wait', () => {
    const clock = createVirtualClock()
    let sent = 0
    const http: Http = () => {
      sent++
      return throwError(() => new Error())
    }
    const config = { ...base, clock, http, random: () => 0.5, retry: { count: 0 } }
    const connection = createConnection(config, withBreaker())
    const states: Array<string> = []
    connection.events$.subscribe((event) => {
      if (event._tag === 'CircuitChanged') states.push(event.state)
    })
    const ask = () =>
      send(connection)({ ...listBanks, codec: listBanks.resource }).subscribe({ error: () => undefined })
    for (let i = 0; i < 25; i++) ask()
    expect([sent, states]).toEqual([20, ['open']])
    clock.advance(1000)
    ask()
    expect([sent, states]).toEqual([21, ['open', 'half-open', 'open']])
  })
})

describe('requests as values', () => {
  it('ask from a moment', () => {
    const { query, path } = listUpdatedTransactions(some(new Date('2026-01-02T03:04:05.678Z')))
    expect([path, query]).toEqual(['/v2/transactions/updated', { since: '2026-01-02T03:04:05.678Z' }])
  })
})
