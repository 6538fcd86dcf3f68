import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { filter, firstValueFrom, type Subscription, take } from 'rxjs'
import { createSandbox, type JournalEntry, type Sandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { listen as listenElsewhere } from '../../../lib/testing/sandbox/listenUnsupported.js'
import { targetReader } from '../../../lib/testing/sandbox/WireRequest.js'
import { headersOf, tokenOf } from './caller.js'

const open = new Set<Subscription>()

/** A sandbox on a port, closed after the spec. */
const serve = async (config = {}) => {
  const sandbox = createSandbox({ profile: documentedProfile, banks: 60, transactions: 1000, ...config })
  const base = await new Promise<string>((resolve, reject) => {
    open.add(sandbox.listen().subscribe({ next: resolve, error: reject }))
  })
  return { sandbox, base }
}

const agent = new Agent({ keepAlive: true })

afterEach(() => {
  for (const subscription of open) subscription.unsubscribe()
  open.clear()
  agent.destroy()
})

interface Raw {
  readonly message: IncomingMessage
  readonly body: Buffer
}

/** Sends a request with node:http alone, so that headers and body are seen as they come. */
const send = (
  sandbox: Sandbox,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): { readonly sent: ClientRequest; readonly answer: Promise<Raw> } => {
  const token = tokenOf(sandbox)
  const sent = request(url, { agent, headers: { ...headersOf(sandbox, { token }), ...headers } })
  const answer = new Promise<Raw>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (message) => {
      const chunks: Array<Buffer> = []
      message.on('data', (chunk: Buffer) => chunks.push(chunk))
      message.on('error', reject)
      message.on('end', () => {
        resolve({ message, body: Buffer.concat(chunks) })
      })
    })
    sent.end()
  })
  return { sent, answer }
}

/** The next request for banks that comes to a status. */
const next = (sandbox: Sandbox, status: JournalEntry['status']): Promise<JournalEntry> =>
  firstValueFrom(
    sandbox.journal.changes$.pipe(
      filter((entry) => entry.route === 'banks' && entry.status === status),
      take(1),
    ),
  )

describe('listen', () => {
  it('answers the same bytes as the faces in process', async () => {
    const { sandbox, base } = await serve()
    for (const path of ['/v2/transactions?limit=500', '/v2/nothing', '/v2/accounts', '/v2/categories?limit=3']) {
      const { message, body } = await send(sandbox, base + path).answer
      const headers = headersOf(sandbox, { token: tokenOf(sandbox) })
      const inProcess = await sandbox.fetch(`https://bank.example${path}`, { headers })
      expect(message.statusCode).toBe(inProcess.status)
      expect(body.toString()).toBe(await inProcess.text())
      const names = ['content-type', 'x-frame-options', 'content-security-policy', 'cache-control', 'x-xss-protection']
      for (const name of names) expect(message.headers[name]).toBe(inProcess.headers.get(name))
      expect(message.headers['content-length']).toBe(String(body.length))
    }
  })

  it('compresses when asked to', async () => {
    const { sandbox, base } = await serve()
    const path = '/v2/transactions?limit=500'
    const plain = await send(sandbox, base + path).answer
    const packed = await send(sandbox, base + path, { 'Accept-Encoding': 'gzip, deflate' }).answer
    expect(packed.message.headers['content-encoding']).toBe('gzip')
    expect(packed.body.length).toBeLessThan(plain.body.length / 3)
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
  })

  it('keeps connections, and sends the Date of the sandbox', async () => {
    const { sandbox, base } = await serve()
    sandbox.advance(40 * 24 * 60 * 60 * 1000)
    const one = send(sandbox, `${base}/v2/banks`)
    const { message } = await one.answer
    const port = one.sent.socket?.localPort
    const other = send(sandbox, `${base}/v2/banks`)
    await other.answer
    expect(other.sent.reusedSocket).toBe(true)
    expect(other.sent.socket?.localPort).toBe(port)
    expect(Math.abs(Date.parse(message.headers.date ?? '') - sandbox.now())).toBeLessThan(60_000)
  })

  it('leaves out Date, and has no other', async () => {
    const { sandbox, base } = await serve()
    sandbox.faults.add({ kind: 'no-date', on: 'banks' })
    const { message } = await send(sandbox, `${base}/v2/banks`).answer
    expect('date' in message.headers).toBe(false)
  })

  it.each(['localhost', 'LOCALHOST:80', 'bank.localhost', '127.0.0.1:1', '127.1.2.3', '[::1]:8080'])(
    'answers as the host %s, which is this machine',
    async (host) => {
      const { sandbox, base } = await serve()
      const { message } = await send(sandbox, `${base}/v2/banks`, { host }).answer
      expect(message.statusCode).toBe(200)
    },
  )

  it.each([
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '0',
    '@localhost',
  ])(
    'refuses the host %p, under which only a web page of a stranger would ask, before anything is done',
    async (host) => {
      const { sandbox, base } = await serve()
      const { message, body } = await send(sandbox, `${base}/v2/banks`, { host }).answer
      expect([message.statusCode, JSON.parse(body.toString())]).toEqual([
        421,
        { type: 'wrong_host', message: expect.stringContaining('127.0.0.1') },
      ])
      expect(sandbox.journal.entries().filter(({ path }) => path.endsWith('/banks'))).toEqual([])
    },
  )

  it('takes a body', async () => {
    const { sandbox, base } = await serve()
    const answer = await fetch(`${base}/v2/authenticate`, {
      method: 'POST',
      headers: { ...headersOf(sandbox), 'Content-Type': 'application/json' },
      body: '{"external_user_id":"A6J"}',
    })
    expect(await answer.json()).toMatchObject({ user: { external_user_id: 'A6J' } })
  })

  it('takes no more than a mebibyte', async () => {
    const { sandbox, base } = await serve()
    const init = { method: 'POST', headers: headersOf(sandbox), body: 'x'.repeat(3_000_000) }
    await expect(fetch(`${base}/v2/authenticate`, init)).rejects.toThrow('fetch failed')
    expect(sandbox.journal.counts().started).toBe(0)
  })

  it('sees a client leave, and says so', async () => {
    const { sandbox, base } = await serve()
    sandbox.faults.add({ kind: 'silence', on: 'banks' })
    const started = next(sandbox, 'pending')
    const { sent, answer } = send(sandbox, `${base}/v2/banks`)
    answer.catch(() => undefined)
    await started
    const aborted = next(sandbox, 'aborted')
    sent.destroy()
    expect(await aborted).toMatchObject({ route: 'banks', faults: ['silence'] })
    expect(sandbox.journal.counts()).toMatchObject({ aborted: 1, inFlight: 0 })
  })

  it('sees a client leave in the middle of a body', async () => {
    const { sandbox, base } = await serve()
    sandbox.faults.add({ kind: 'huge', bytes: 1e9, on: 'banks' })
    const aborted = next(sandbox, 'aborted')
    const token = tokenOf(sandbox)
    const sent = request(`${base}/v2/banks`, { headers: headersOf(sandbox, { token }) })
    sent.on('error', () => undefined)
    sent.on('response', (message) => {
      message.once('data', () => sent.destroy())
      message.on('error', () => undefined)
    })
    sent.end()
    expect(await aborted).toMatchObject({ route: 'banks', faults: ['huge'] })
  })

  it('loses the connection before the answer, or in its middle', async () => {
    const { sandbox, base } = await serve()
    for (const kind of ['disconnect', 'cut'] as const) {
      sandbox.faults.add({ kind, on: 'banks' })
      const lost = next(sandbox, 'disconnected')
      await expect(send(sandbox, `${base}/v2/banks`).answer).rejects.toMatchObject({ code: 'ECONNRESET' })
      expect(await lost).toMatchObject({ faults: [kind] })
    }
    expect(sandbox.journal.counts()).toMatchObject({ disconnected: 2, aborted: 0, inFlight: 0 })
  })

  it.each([
    ['declared', 'end', 0],
    ['declared', 'reset', 7],
    ['undeclared', 'end', 0],
    ['undeclared', 'end', 7],
    ['undeclared', 'reset', 7],
    ['undeclared', 'end', undefined],
  ] as const)('cuts the body of a length that is %s by %s, after so many bytes: %p', async (length, by, at) => {
    const { sandbox, base } = await serve()
    const { body } = await send(sandbox, `${base}/v2/banks`).answer
    sandbox.faults.add({ kind: 'cut', length, ending: by, on: 'banks', ...(at === undefined ? {} : { bytes: at }) })
    const lost = next(sandbox, 'disconnected')
    // Node takes a reset that comes with data for an end.
    const reset = jest.spyOn(Socket.prototype, 'resetAndDestroy')
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname)
    const chunks: Array<Buffer> = []
    const ended = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
    })
    const headers = Object.entries(headersOf(sandbox, { token: tokenOf(sandbox) }))
    const lines = ['GET /v2/banks HTTP/1.1', 'Host: localhost', ...headers.map((pair) => pair.join(': ')), '', '']
    socket.write(lines.join('\r\n'))
    await ended
    expect(reset).toHaveBeenCalledTimes(by === 'reset' ? 1 : 0)
    reset.mockRestore()
    const [head = '', came] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
    expect(came).toBe(body.subarray(0, at ?? Math.ceil(body.length / 2)).toString('latin1'))
    expect(/^content-length:/im.test(head)).toBe(length === 'declared')
    expect(/^transfer-encoding:/im.test(head)).toBe(false)
    expect(await lost).toMatchObject({ faults: ['cut'] })
  })

  it('loses the connection in the middle of a late answer', async () => {
    const { sandbox, base } = await serve()
    sandbox.faults.add({ kind: 'cut', on: 'banks' })
    sandbox.faults.add({ kind: 'latency', ms: 1, on: 'banks' })
    await expect(send(sandbox, `${base}/v2/banks`).answer).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(sandbox.journal.counts()).toMatchObject({ disconnected: 1, aborted: 0 })
  })

  it('streams a huge body, and packs a bomb', async () => {
    const { sandbox, base } = await serve()
    sandbox.faults.add({ kind: 'huge', bytes: 5_000_000, on: 'banks' })
    const huge = await send(sandbox, `${base}/v2/banks`, { 'Accept-Encoding': 'gzip' }).answer
    expect(JSON.parse(huge.body.toString())).toMatchObject({ resources: [] })
    expect(huge.body.length).toBe(5_000_000)
    sandbox.faults.add({ kind: 'gzip-bomb', bytes: 5_000_000, on: 'banks' })
    const bomb = await send(sandbox, `${base}/v2/banks`).answer
    expect(bomb.body.length).toBeLessThan(20_000)
    expect(gunzipSync(bomb.body).equals(huge.body)).toBe(true)
  })

  it('opens nothing before it is subscribed to, and a port for each subscriber', async () => {
    const { sandbox, base } = await serve()
    const other = await new Promise<string>((resolve) => {
      open.add(sandbox.listen().subscribe(resolve))
    })
    expect(other).not.toBe(base)
    for (const url of [base, other])
      expect((await send(sandbox, `${url}/v2/banks`).answer).message.statusCode).toBe(200)
  })

  it('closes the port and every connection, and counts what was in flight as aborted', async () => {
    const { sandbox, base } = await serve()
    sandbox.faults.add({ kind: 'silence', on: 'banks' })
    const started = next(sandbox, 'pending')
    const { answer } = send(sandbox, `${base}/v2/banks`)
    await started
    for (const subscription of open) subscription.unsubscribe()
    expect(sandbox.journal.counts()).toMatchObject({ aborted: 1, inFlight: 0 })
    await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' })
    const refused = new Promise((resolve) => connect(Number(new URL(base).port), '127.0.0.1').on('error', resolve))
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('can be left before the port is open', async () => {
    const sandbox = createSandbox({ profile: documentedProfile })
    const seen: Array<string> = []
    sandbox
      .listen()
      .subscribe((url) => seen.push(url))
      .unsubscribe()
    const { base } = await serve()
    expect([base.length > 0, seen]).toStrictEqual([true, []])
  })

  it('says in words that a port is in use, or is none', async () => {
    const { sandbox, base } = await serve()
    const { port } = new URL(base)
    const failure = (number: number) =>
      new Promise<Error>((_, reject) => {
        open.add(sandbox.listen(number).subscribe({ error: reject }))
      })
    await expect(failure(Number(port))).rejects.toThrow(`port ${port} is in use; choose another`)
    for (const wrong of [70_000, -1, 1.5, NaN, '80', null, {}, { port: 3210 }]) {
      await expect(failure(wrong as number)).rejects.toMatchObject({
        _tag: 'ConfigError',
        issues: [{ path: '/port', expected: 'a number from 0 to 65535, as in sandbox.listen(3210), or nothing' }],
      })
    }
  })

  it('says that there are no ports elsewhere', async () => {
    await expect(
      firstValueFrom(
        listenElsewhere(
          () => {
            throw new Error('unused')
          },
          targetReader(['/v2']),
          0,
        ),
      ),
    ).rejects.toThrow('cannot open ports')
  })
})
