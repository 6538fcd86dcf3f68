import { filter, firstValueFrom, map, NEVER, type Observable, of, Subject } from 'rxjs'
import { createClient, createVirtualClock } from '../../../lib/index.js'
import { createGateway } from '../../../lib/node.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { serving } from './serving.js'

describe('a browser that leaves a gateway', () => {
  const { get, sandbox } = serving({ perUser: { maxInFlight: 1 } })

  it('aborts what the service is asked, and makes room', async () => {
    await get('/v2/items')
    sandbox().faults.add({ kind: 'silence', on: 'transactions' })
    const statusOf = (status: string) =>
      firstValueFrom(
        sandbox().journal.changes$.pipe(
          filter((entry) => entry.route === 'transactions' && entry.status === status),
          map((entry) => entry.status),
        ),
      )
    const [asked, aborted] = [statusOf('pending'), statusOf('aborted')]
    const leaving = new AbortController()
    const answer = get('/v2/transactions', {}, leaving.signal).catch(() => 'left')
    await asked
    expect((await get('/v2/items')).status).toBe(429)
    leaving.abort()
    expect(await answer).toBe('left')
    expect(await aborted).toBe('aborted')
    expect((await get('/v2/items')).status).toBe(200)
  })
})

describe('a request to a gateway', () => {
  const clock = createVirtualClock()
  const { credentials, http, journal, faults } = createSandbox({ profile: documentedProfile, clock })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
  })
  const gateway = createGateway(client, { authorize: () => ({ externalUserId: 'A6J' }) })
  const question = (signal: AbortSignal) =>
    gateway(new Request('https://app.example/v2/items', { headers: { 'RxBank-Gateway': 'interactive' }, signal }))

  it('that was aborted before is not begun', async () => {
    expect((await question(AbortSignal.abort())).status).toBe(499)
    expect(journal.counts().started).toBe(0)
  })

  it('that is aborted leaves no request and no timer', async () => {
    faults.add({ kind: 'silence' })
    const leaving = new AbortController()
    const answer = question(leaving.signal)
    expect(journal.counts().inFlight).toBe(1)
    leaving.abort()
    expect((await answer).status).toBe(499)
    expect([journal.counts().inFlight, journal.counts().aborted, clock.pending()]).toEqual([0, 1, 0])
  })

  it('that is answered leaves no timer', async () => {
    expect((await question(new AbortController().signal)).status).toBe(200)
    expect(clock.pending()).toBe(0)
  })
})

describe('a request to a gateway that is aborted', () => {
  const user = { externalUserId: 'A6J' }

  /** A gateway with room for one request, and requests to it. */
  const narrow = (authorize: () => Observable<typeof user>, limits: object = {}) => {
    const clock = createVirtualClock()
    const { credentials, http, journal } = createSandbox({ profile: documentedProfile, clock })
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
      limits,
    })
    const gateway = createGateway(client, { authorize, total: { maxInFlight: 1 } })
    const ask = (signal?: AbortSignal) =>
      gateway(
        new Request('https://app.example/v2/banks', {
          headers: { 'RxBank-Gateway': 'interactive' },
          ...(signal === undefined ? {} : { signal }),
        }),
      ).then(({ status }) => status)
    return { ask, clock, journal }
  }

  it('before anybody has said whose it is asks nothing, and makes room', async () => {
    const told$ = new Subject<typeof user>()
    const answers = [told$, of(user)]
    const { ask, clock, journal } = narrow(() => answers.shift() ?? NEVER)
    const leaving = new AbortController()
    const left = ask(leaving.signal)
    expect([told$.observed, await ask()]).toEqual([true, 503])
    leaving.abort()
    expect([await left, told$.observed, clock.pending(), journal.counts().started]).toEqual([499, false, 0, 0])
    expect(await ask()).toBe(200)
  })

  it('while it waits for its turn leaves the queue, and makes room', async () => {
    const { ask, clock, journal } = narrow(() => of(user), { application: { requests: 1, per: 5000 } })
    expect(await ask()).toBe(200)
    const leaving = new AbortController()
    const left = ask(leaving.signal)
    expect(await ask()).toBe(503)
    leaving.abort()
    expect([await left, clock.pending()]).toEqual([499, 0])
    clock.advance(5000)
    expect([await ask(), journal.counts().started]).toEqual([200, 2])
  })
})
