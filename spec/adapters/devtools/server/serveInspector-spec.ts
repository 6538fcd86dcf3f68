import { get, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { BehaviorSubject, firstValueFrom, map, NEVER, of, Subject, type Subscription, throwError } from 'rxjs'
import { followEvents } from '../../../../lib/adapters/devtools/page/followEvents.js'
import { emptyInspection } from '../../../../lib/adapters/devtools/reduceInspection.js'
import { maxReaders } from '../../../../lib/adapters/devtools/server/inspectorRoutes.js'
import { createInspector, type Inspection } from '../../../../lib/devtools.js'
import { createClient, reveal, systemClock } from '../../../../lib/index.js'
import { serveInspector } from '../../../../lib/node.js'
import { createSandbox } from '../../../../lib/sandbox.js'
import { documentedProfile } from '../../../../lib/service/profile/documentedProfile.js'

interface Answered {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

describe('serveInspector', () => {
  let serving: Subscription
  let addresses: Array<string>
  let url: string
  let port: number

  const serve = async (inspection$: Parameters<typeof serveInspector>[0]): Promise<void> => {
    addresses = []
    await new Promise<void>((resolve, reject) => {
      serving = serveInspector(inspection$).subscribe({
        next: (address) => {
          addresses.push(address)
          resolve()
        },
        error: reject,
      })
    })
    url = new URL(addresses[0] ?? '').origin
    port = Number(new URL(url).port)
  }

  afterEach(() => serving.unsubscribe())

  /** Asks with any headers, `Host` too, which `fetch` does not let be chosen. */
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, method, path, headers: { connection: 'close', ...headers } }, (message) => {
        let body = ''
        message.on('data', (chunk: Buffer) => (body += chunk.toString()))
        message.on('end', () => resolve({ status: message.statusCode ?? 0, headers: message.headers, body }))
      })
        .on('error', reject)
        .end()
    })

  const tokenOf = (address = ''): string => new URL(address).hash.slice(1)
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const enter = async (): Promise<string> => {
    const { status, body } = await ask('POST', '/session', bearer(tokenOf(addresses.at(-1))))
    expect(status).toBe(200)
    return (JSON.parse(body) as { readonly key: string }).key
  }

  /** Opens the stream of events, and lets it be. */
  const open = (key: string): Promise<IncomingMessage> =>
    new Promise((resolve) => {
      get({ host: '127.0.0.1', port, path: '/events', headers: bearer(key), agent: false }, resolve).on(
        'error',
        () => undefined,
      )
    })

  it('serves a page that loads and sends nothing elsewhere, and is kept nowhere', async () => {
    await serve(NEVER)
    const { status, headers, body } = await ask('GET', '/')
    expect(status).toBe(200)
    expect(body).toContain('<script type="module" src="/inspector.js">')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
  })

  it('gives a key for a token once, and emits an address with another token then', async () => {
    await serve(NEVER)
    const token = tokenOf(addresses[0])
    const key = await enter()
    expect(addresses).toHaveLength(2)
    expect(new URL(addresses[1] ?? '').origin).toBe(url)
    const again = await ask('POST', '/session', bearer(token))
    expect([again.status, again.body.includes(key), addresses.length]).toStrictEqual([403, false, 2])
    expect(await enter()).not.toBe(key)
  })

  it.each([
    ['GET', '/', 403],
    ['GET', '/inspector.js', 403],
    ['POST', '/session', 403],
    ['GET', '/events', 403],
  ])('refuses %s %s for another host, whatever it knows', async (method, path, status) => {
    await serve(of(emptyInspection))
    const secret = path === '/session' ? tokenOf(addresses[0]) : await enter()
    for (const host of ['evil.example', `evil.example:${String(port)}`, '127.0.0.1', `127.0.0.1:${String(port + 1)}`])
      expect((await ask(method, path, { ...bearer(secret), host })).status).toBe(status)
    if (path === '/session') expect(await enter()).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('refuses data to a page of another origin, whatever it knows: %j', async (headers) => {
    await serve(of(emptyInspection))
    const token = tokenOf(addresses[0])
    expect((await ask('POST', '/session', { ...bearer(token), ...headers })).status).toBe(403)
    const key = await enter()
    const { status, body } = await ask('GET', '/events', { ...bearer(key), ...headers })
    expect([status, body]).toStrictEqual([403, 'The key is invalid.'])
  })

  it.each([
    ['GET', '/events', {}, 403],
    ['GET', '/events', bearer('guess'), 403],
    ['POST', '/session', {}, 403],
    ['GET', '/session', {}, 404],
    ['POST', '/events', {}, 404],
    ['GET', '/../package.json', {}, 404],
    ['GET', '/?x', {}, 404],
    ['OPTIONS', '/events', { 'access-control-request-headers': 'authorization' }, 404],
  ])('answers %s %s with %j by %d', async (method, path, headers, status) => {
    await serve(of(emptyInspection))
    const answer = await ask(method, path, headers)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toStrictEqual([])
  })

  it('does not take a token for a key, nor a key for a token', async () => {
    await serve(of(emptyInspection))
    const key = await enter()
    expect((await ask('GET', '/events', bearer(tokenOf(addresses[1])))).status).toBe(403)
    expect((await ask('POST', '/session', bearer(key))).status).toBe(403)
  })

  it('sends what is known at once and after each change, and after a break what came since', async () => {
    const known = new BehaviorSubject<Inspection>({ ...emptyInspection, markCount: 1 })
    await serve(known)
    const key = await enter()
    const follow = (clock = systemClock) =>
      followEvents({ key, clock, fetch: (path, init) => fetch(`${url}${path}`, init) })
    const seen: Array<number> = []
    await new Promise<void>((done) => {
      const following = follow().subscribe((inspection) => {
        seen.push(inspection?.markCount ?? -1)
        if (inspection?.markCount === 1) known.next({ ...emptyInspection, markCount: 2 })
        if (inspection?.markCount !== 2) return
        following.unsubscribe()
        done()
      })
    })
    expect(seen).toStrictEqual([1, 2])
    const resumed = await new Promise<IncomingMessage>((resolve) => {
      get({ host: '127.0.0.1', port, path: '/events', headers: { ...bearer(key), 'last-event-id': '2' } }, resolve)
    })
    expect(resumed.statusCode).toBe(200)
    const first = new Promise<string>((resolve) => resumed.once('data', (chunk: Buffer) => resolve(chunk.toString())))
    known.next({ ...emptyInspection, markCount: 3 })
    expect(await first).toMatch(/^id: 3\ndata: .*"markCount":3/)
  })

  it('goes on to show what there is where inspection$ completes, to several pages', async () => {
    await serve(of({ ...emptyInspection, markCount: 7 }))
    for (let times = 0; times < 2; times++) {
      const key = await enter()
      const follow = followEvents({ key, clock: systemClock, fetch: (path, init) => fetch(`${url}${path}`, init) })
      expect(await firstValueFrom(follow)).toStrictEqual({ ...emptyInspection, markCount: 7 })
    }
  })

  it('has one state waiting for a page that does not read, and sends the latest when it reads', async () => {
    const padding = 'x'.repeat(16_000_000)
    let made = 0
    const state = (markCount: number) => ({
      ...emptyInspection,
      markCount,
      padding: { toJSON: () => (made++, padding) },
    })
    const known = new BehaviorSubject<Inspection>(state(0))
    await serve(known)
    const slow = await open(await enter())
    const following = followEvents({
      key: await enter(),
      clock: systemClock,
      fetch: (path, init) => fetch(`${url}${path}`, init),
    })
    const seen: Array<number> = []
    // A page that reads says how far the server has come.
    await new Promise<void>((done) => {
      const reading = following.subscribe((inspection) => {
        seen.push(inspection?.markCount ?? -1)
        if (seen.length < 5) known.next(state(seen.length))
        else {
          reading.unsubscribe()
          done()
        }
      })
    })
    expect(seen).toStrictEqual([0, 1, 2, 3, 4])
    expect(made).toBe(5)
    const ids: Array<string> = []
    let tail = ''
    await new Promise<void>((done) => {
      slow.on('data', (chunk: Buffer) => {
        const text = tail + chunk.toString()
        tail = text.slice(-40)
        for (const [, id = ''] of text.matchAll(/^id: (\d+)\n/gm)) if (!ids.includes(id)) ids.push(id)
        if (ids.at(-1) === '5') done()
      })
    })
    expect(ids).toStrictEqual(['1', '5'])
  })

  it('lets no more than so many pages look at a time, and another when one has gone', async () => {
    await serve(NEVER)
    const key = await enter()
    const pages = await Promise.all(Array.from({ length: maxReaders }, () => open(key)))
    expect(pages.map(({ statusCode }) => statusCode)).toStrictEqual(Array(maxReaders).fill(200))
    expect((await ask('GET', '/events', bearer(key))).status).toBe(503)
    pages[0]?.destroy()
    let next = await open(key)
    while (next.statusCode === 503) {
      next.resume()
      next = await open(key)
    }
    expect(next.statusCode).toBe(200)
  })

  it('closes the port and all connections when it is unsubscribed from, and leaves the source', async () => {
    const source = new Subject<Inspection>()
    await serve(source)
    const stream = await open(await enter())
    const closed = new Promise((resolve) => stream.once('close', resolve).on('error', () => undefined))
    expect(source.observed).toBe(true)
    serving.unsubscribe()
    await closed
    expect(source.observed).toBe(false)
    await expect(ask('GET', '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('leaves no port open if it is unsubscribed from before it listens', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => probe.once('listening', resolve))
    const free = (probe.address() as AddressInfo).port
    await new Promise((resolve) => probe.close(resolve))
    serving = serveInspector(NEVER, { port: free }).subscribe()
    serving.unsubscribe()
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    const refused = new Promise((resolve) => connect(free, '127.0.0.1').once('error', resolve))
    await expect(refused).resolves.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('errors if the port is in use', async () => {
    await serve(NEVER)
    await expect(firstValueFrom(serveInspector(NEVER, { port }))).rejects.toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/port', expected: 'a free port, or 0 for any; the system says EADDRINUSE' }],
    })
  })

  it('errors as inspection$ does, and where that emits something else', async () => {
    const failure = new Error('failed')
    await expect(firstValueFrom(serveInspector(throwError(() => failure)))).rejects.toBe(failure)
    await expect(firstValueFrom(serveInspector(of({ _tag: 'Requested' }) as never))).rejects.toMatchObject({
      issues: [{ path: '/inspection$' }],
    })
  })

  it.each([
    [[], {}, '/inspection$'],
    [NEVER, { port: 65_536 }, '/port'],
    [NEVER, { clock: {} }, '/clock'],
    [NEVER, { prot: 1 }, '/prot'],
  ])('refuses %j, %j', (source, config, path) => {
    expect(() => serveInspector(source as never, config as never)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path })] }) as Error,
    )
  })

  it('sends no secret, token, cursor, id of a user or row', async () => {
    const { credentials, http, users } = createSandbox({ profile: documentedProfile, transactions: 900 })
    const inspector = createInspector()
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      policy: inspector.policy,
    })
    inspector.observe(client.events$)
    const externalUserId = users[0]?.externalUserId ?? ''
    const user = client.user({ externalUserId })
    const canaries = [externalUserId, ...Object.values(credentials)]
    canaries.push(reveal((await firstValueFrom(user.token$)).access_token))
    await new Promise<void>((done) =>
      inspector.inspect(user.transactions.all({ limit: 500 }), 'rows').subscribe({
        next: ({ description }) => canaries.push(String(description)),
        complete: done,
      }),
    )
    await serve(inspector.inspection$.pipe(map((inspection) => inspection)))
    const stream = await open(await enter())
    const sent = await new Promise<string>((resolve) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.endsWith('\n\n')) resolve(text)
      })
    })
    expect(sent).toContain('transactions.list')
    expect(canaries.length).toBeGreaterThan(900)
    expect(sent).not.toMatch(/bank\.example|after=|bearer/i)
    for (const canary of canaries.filter(({ length }) => length > 3)) expect(sent).not.toContain(canary)
  })
})
