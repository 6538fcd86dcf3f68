import { NEVER, of } from 'rxjs'
import { type ClientConfig, createClient, createVirtualClock } from '../../../lib/index.js'
import { createGateway, type CreateGatewayConfig } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { byCookie, got } from './serving.js'

const world = (config: Partial<CreateGatewayConfig>, users = 3, limits: ClientConfig['limits'] = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sandbox = createSandbox({ profile: documentedProfile, clock, users, tokenLifetime: 10 * 24 * 3_600_000 })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...sandbox.credentials,
    http: sandbox.http,
    clock,
    limits,
  })
  const gateway = createGateway(client, { authorize: byCookie, ...config })
  const ask = (user = 0, path = '/v2/items', signal?: AbortSignal) => {
    const headers = {
      'RxBank-Gateway': 'interactive',
      Cookie: `user=${sandbox.users[user]?.externalUserId ?? ''}`,
    }
    const init = { headers, ...(signal === undefined ? {} : { signal }) }
    return gateway(new Request(`https://app.example${path}`, init)).then(got)
  }
  const statuses = async (count: number, user = 0) =>
    (await Promise.all(Array.from({ length: count }, () => ask(user)))).map(({ status }) => status)
  return { clock, sandbox, ask, statuses }
}

describe('a gateway', () => {
  it('lets a user ask so often, says when he may again, and others all the while', async () => {
    const { clock, ask, statuses } = world({ perUser: { requests: 3, per: 10_000 } })
    expect(await statuses(2)).toEqual([200, 200])
    clock.advance(4000)
    expect(await statuses(3)).toEqual([200, 429, 429])
    const { json, headers } = await ask()
    expect([json.type, headers['retry-after']]).toEqual(['too_many_requests', '6'])
    expect(await statuses(1, 1)).toEqual([200])
    clock.advance(6000)
    expect(await statuses(3)).toEqual([200, 200, 429])
    clock.advance(10_000)
    expect(await statuses(4)).toEqual([200, 200, 200, 429])
  })

  it('tells a page how long it waits for a limit of the service, and sends nothing for it', async () => {
    const { clock, ask, statuses, sandbox } = world({}, 3, { user: { requests: 2, per: 60_000 } })
    expect(await statuses(2)).toEqual([200, 200])
    clock.advance(10_000)
    const { status, json, headers } = await ask()
    expect([status, json.type, headers['retry-after']]).toEqual([429, 'withheld', '50'])
    expect(sandbox.journal.counts().routes.items).toBe(2)
    clock.advance(50_000)
    expect(await statuses(2)).toEqual([200, 200])
  })

  it('lets a page wait for a limit that ends within five seconds', async () => {
    const { clock, ask, statuses } = world({}, 3, { user: { requests: 1, per: 60_000 } })
    await statuses(1)
    clock.advance(55_000)
    const waiting = ask()
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(5000)
    expect((await waiting).status).toBe(200)
  })

  it('remembers how often each of many users has asked', async () => {
    const { ask, clock } = world({ perUser: { requests: 1, per: 10_000 } }, 150)
    const everybody = async () => {
      const answers = await Promise.all(Array.from({ length: 150 }, (_, user) => ask(user)))
      return new Set(answers.map(({ status }) => status))
    }
    expect(await everybody()).toEqual(new Set([200]))
    expect(await everybody()).toEqual(new Set([429]))
    clock.advance(10_000)
    expect(await everybody()).toEqual(new Set([200]))
  })

  it('counts what is answered with an error, and not what is refused before', async () => {
    const { ask, statuses } = world({ perUser: { requests: 2, per: 10_000 } })
    await ask(0, '/v2/users')
    await ask(0, '/v2/items?limit=0')
    expect((await ask(0, '/v2/stocks/1')).status).toBe(404)
    expect(await statuses(2)).toEqual([200, 429])
  })

  it('lets each user have so many requests on their way, and all together', async () => {
    const { ask, sandbox, statuses } = world({ perUser: { maxInFlight: 2 }, total: { maxInFlight: 3 } })
    await statuses(1, 0)
    await statuses(1, 1)
    sandbox.faults.add({ kind: 'silence', times: Infinity })
    const leaving = new AbortController()
    const waiting = [ask(0, '/v2/items', leaving.signal), ask(0, '/v2/items', leaving.signal)]
    const own = await ask(0)
    expect([own.status, own.json.type, own.headers['retry-after']]).toEqual([429, 'too_many_at_once', '1'])
    waiting.push(ask(1, '/v2/items', leaving.signal))
    const other = await ask(1)
    expect([other.status, other.json.type, other.headers['retry-after']]).toEqual([503, 'too_busy', '1'])
    leaving.abort()
    await Promise.all(waiting)
    sandbox.faults.clear()
    expect(await statuses(2, 0)).toEqual([200, 200])
  })

  it('counts those who have not said yet who they are', async () => {
    const { ask, clock } = world({ authorize: () => NEVER, total: { maxInFlight: 2 }, onError: () => undefined })
    const waiting = [ask(), ask()]
    expect((await ask()).status).toBe(503)
    clock.advance(20_000)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([500, 500])
  })

  it('is 504 if a turn does not come in time', async () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
    const { credentials, http } = createSandbox({ profile: documentedProfile, clock })
    const limits = { application: { requests: 1, per: 5000 } }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
      limits,
    })
    const gateway = createGateway(client, { authorize: () => of({ externalUserId: 'A6J' }) })
    const ask = () =>
      gateway(new Request('https://app.example/v2/items', { headers: { 'RxBank-Gateway': 'interactive' } }))
    // One is sent every five seconds, the authentication before them.
    const answers = Array.from({ length: 5 }, ask)
    clock.advance(24_999)
    expect(clock.pending()).toBeGreaterThan(0)
    clock.advance(1)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 504])
    expect(clock.pending()).toBe(0)
  })

  it('lets those go first that somebody waits for', async () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
    const { credentials, http, journal } = createSandbox({ profile: documentedProfile, clock })
    const limits = { application: { requests: 1, per: 1000 } }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
      limits,
    })
    const gateway = createGateway(client, { authorize: () => of({ externalUserId: 'A6J' }) })
    const ask = (path: string, priority: string) =>
      gateway(new Request(`https://app.example${path}`, { headers: { 'RxBank-Gateway': priority } }))
    const answers = [
      ask('/v2/banks?limit=1', 'interactive'),
      ask('/v2/banks?limit=2', 'background'),
      ask('/v2/banks?limit=3', 'interactive'),
    ]
    clock.advance(2000)
    await Promise.all(answers)
    expect(journal.entries().map(({ query }) => query)).toEqual(['limit=1', 'limit=3', 'limit=2'])
  })
})
