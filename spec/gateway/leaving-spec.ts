import { filter, firstValueFrom, map } from 'rxjs'
import { createClient, createVirtualClock } from '../../lib/index.js'
import { createGateway } from '../../lib/node/index.js'
import { createSandbox } from '../../lib/sandbox/index.js'
import { serving } from './serving.js'

describe('a browser that leaves a gateway', () => {
  const { get, sandbox } = serving({ perUser: { inFlight: 1 } })

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
  const { credentials, http, journal, faults } = createSandbox({ clock })
  const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http, clock })
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
