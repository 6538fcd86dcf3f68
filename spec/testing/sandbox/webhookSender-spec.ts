import { createHmac } from 'node:crypto'
import { firstValueFrom, NEVER, of, throwError } from 'rxjs'
import { bridge2021 } from '../../../lib/bridge.js'
import { createClient, createVirtualClock, documentedProfile, type ServiceInterface } from '../../../lib/index.js'
import { createSandbox, type Deliver, type SandboxConfig, type WebhookEntry } from '../../../lib/sandbox.js'
import { hmac as hmacNode } from '../../../lib/testing/sandbox/hmacNode.js'
import { hmac as hmacWeb } from '../../../lib/testing/sandbox/hmacWeb.js'
import { httpServer } from '../../helpers/httpServer.js'

const start = Date.UTC(2026, 10, 21, 9)

/** A sandbox under virtual time, and what it has sent. */
const sending = (
  answer: Deliver = () => of({ status: 200 }),
  config: SandboxConfig['webhooks'] = {},
  profile: ServiceInterface = documentedProfile,
) => {
  const clock = createVirtualClock({ start })
  const sent: Array<Request> = []
  const deliver: Deliver = (request) => {
    sent.push(request)
    return answer(request)
  }
  const sandbox = createSandbox({ clock, profile, transactions: 50, webhooks: { deliver, ...config } })
  const [user] = sandbox.users
  if (user === undefined) throw new Error('there is no user')
  const [item = 0, another = 0] = user.itemIds
  const bodies = () => Promise.all(sent.map((request) => request.json() as Promise<Record<string, unknown>>))
  return { clock, sandbox, sent, bodies, user, item, another }
}

describe('webhooks of a sandbox', () => {
  it('are posted as JSON, signed with the secret', async () => {
    const { clock, sandbox, sent, item, user } = sending(undefined, { url: 'http://localhost/hooks' })
    sandbox.refresh(item)
    clock.advance(9000)
    const [request] = sent as [Request]
    const body = await request.text()
    const signature = createHmac('sha256', 'sandbox-webhook-secret').update(body).digest('hex')
    expect([request.method, request.url, Object.fromEntries(request.headers)]).toEqual([
      'POST',
      'http://localhost/hooks',
      { 'bridgeapi-signature': `v1=${signature}`, 'content-type': 'application/json' },
    ])
    expect(JSON.parse(body)).toEqual({
      content: {
        item_id: item,
        status_code: 0,
        status_code_info: 'OK',
        full_refresh: true,
        refresh_trigger: 'connect',
        user_uuid: user.uuid,
      },
      timestamp: start + 9000,
      type: 'item.refreshed',
    })
  })

  it('are signed with both secrets of a rotation', () => {
    const { clock, sandbox, sent, item } = sending(undefined, { secrets: ['new', 'old'] })
    sandbox.refresh(item)
    clock.advance(9000)
    expect(sent[0]?.headers.get('bridgeapi-signature')).toMatch(/^v1=[\da-f]{64},v1=[\da-f]{64}$/)
  })

  it.each([
    ['finished', 9000, 0, 'OK'],
    ['finished_error', 9000, 1003, 'BANK_IS_DOWN'],
    ['invalid_creds', 3000, 402, 'INVALID_CREDS'],
    ['info_required', 3000, 1010, 'OTP_REQUIRED'],
  ] as const)('tell the end of a refresh when it has come: %s', async (outcome, after, code, info) => {
    const { clock, sandbox, sent, bodies, item } = sending()
    sandbox.refresh(item, { outcome })
    clock.advance(after - 1)
    expect(sent).toEqual([])
    clock.advance(1)
    expect(await bodies()).toMatchObject([{ content: { status_code: code, status_code_info: info } }])
    clock.advance(3_600_000)
    expect([sent.length, clock.pending()]).toEqual([1, 0])
  })

  it('tell no end of a refresh of an item that is gone', () => {
    const { clock, sandbox, sent, item, user } = sending(undefined, {}, bridge2021)
    const { credentials, http } = sandbox
    sandbox.refresh(item)
    const client = createClient({ ...credentials, profile: bridge2021, http, clock })
    client.user({ userUuid: user.uuid }).items.delete(item).subscribe()
    clock.advance(10_000)
    expect([user.itemIds.includes(item), sent]).toEqual([false, []])
  })

  it('tell no end of a refresh in whose place another has begun', () => {
    const { clock, sandbox, sent, item } = sending()
    sandbox.refresh(item)
    clock.advance(8000)
    sandbox.refresh(item)
    clock.advance(8999)
    expect(sent).toEqual([])
    clock.advance(1)
    expect(sent.length).toBe(1)
  })

  it('come in the order in which it happened', async () => {
    const { clock, sandbox, bodies, item, another, user } = sending()
    sandbox.refresh(item, { authenticating: 200, retrieving: 100 })
    sandbox.refresh(another, { authenticating: 100, retrieving: 100 })
    clock.advance(250)
    sandbox.insertTransactions(user.uuid, 1)
    clock.advance(250)
    expect((await bodies()).map(({ timestamp, type }) => [Number(timestamp) - start, type])).toEqual([
      [200, 'item.refreshed'],
      [250, 'item.account.updated'],
      [300, 'item.refreshed'],
    ])
  })

  it('leave when the clock continues, not while something is done', () => {
    const { clock, sandbox, sent, user } = sending()
    sandbox.insertTransactions(user.uuid, 1)
    expect([sent.length, sandbox.webhooks.entries()[0]?.status]).toEqual([0, 'pending'])
    clock.advance(0)
    expect([sent.length, sandbox.webhooks.entries()[0]?.status]).toEqual([1, 200])
  })

  it('tell how many transactions of each account are new, changed and deleted', async () => {
    const { clock, sandbox, bodies, user } = sending()
    const made = sandbox.insertTransactions(user.uuid, 40)
    clock.advance(1)
    sandbox.deleteTransaction(made[0] ?? 0)
    clock.advance(1)
    const contents = (await bodies()).map(({ content }) => content as Record<string, number>)
    const news = contents.slice(0, -1)
    expect(news.length).toBeGreaterThan(1)
    expect(new Set(news.map(({ account_id }) => account_id)).size).toBe(news.length)
    expect(news.reduce((sum, { nb_new_transactions: count = 0 }) => sum + count, 0)).toBe(40)
    expect(contents.at(-1)).toMatchObject({
      nb_new_transactions: 0,
      nb_updated_transactions: 0,
      nb_deleted_transactions: 1,
    })
    for (const { account_id, item_id, balance } of contents) {
      expect(user.accountIds).toContain(account_id)
      expect(user.itemIds).toContain(item_id)
      expect(typeof balance).toBe('number')
    }
  })

  it.each([
    ['a status', () => of({ status: 401 }), 401],
    ['an error', () => throwError(() => new Error('refused')), 'failed'],
    [
      'an error that is thrown',
      () => {
        throw new Error('broken')
      },
      'failed',
    ],
    ['nothing', () => NEVER, 'pending'],
  ] as const)('are noted with how they were taken: %s', (_, answer, status) => {
    const { clock, sandbox, user } = sending(answer)
    const reported: Array<WebhookEntry> = []
    sandbox.webhooks.changes$.subscribe((entry) => reported.push(entry))
    sandbox.insertTransactions(user.uuid, 1)
    clock.advance(5)
    const entry = { number: 1, time: new Date(start), type: 'item.account.updated', userUuid: user.uuid, attempts: 1 }
    expect(sandbox.webhooks.entries()).toEqual([{ ...entry, status }])
    expect(reported.map((each) => each.status)).toEqual(status === 'pending' ? ['pending'] : ['pending', status])
  })

  it('are sent once, and the next though the one before was not answered', () => {
    const { clock, sandbox, sent, user } = sending(() => NEVER)
    sandbox.insertTransactions(user.uuid, 1)
    clock.advance(1)
    sandbox.insertTransactions(user.uuid, 1)
    clock.advance(3_600_000)
    expect(sent.length).toBe(2)
  })

  it('are forgotten when they are told to, and beyond ten thousand', () => {
    const { sandbox, user } = sending()
    for (let number = 0; number < 10_001; number++) sandbox.insertTransactions(user.uuid, 1)
    const entries = sandbox.webhooks.entries()
    expect([entries.length, entries[0]?.number, entries.at(-1)?.number]).toEqual([10_000, 2, 10_001])
    sandbox.webhooks.clear()
    expect(sandbox.webhooks.entries()).toEqual([])
  })

  it('are told of what has become due when the sandbox goes ahead of its clock', () => {
    const inner = createVirtualClock({ start })
    const clock = { wall: inner.wall, monotonic: inner.monotonic, scheduler: inner.scheduler }
    const sent: Array<Request> = []
    const webhooks = {
      deliver: (request: Request) => {
        sent.push(request)
        return of({ status: 200 })
      },
    }
    const sandbox = createSandbox({ profile: documentedProfile, clock, webhooks })
    sandbox.refresh(sandbox.users[0]?.itemIds[0] ?? 0)
    sandbox.advance(8999)
    inner.advance(0)
    expect(sent.length).toBe(0)
    sandbox.advance(1)
    inner.advance(0)
    expect(sent.length).toBe(1)
  })

  it('go over the network one after the other', async () => {
    const types: Array<unknown> = []
    let inFlight = 0
    let most = 0
    const server = await httpServer((message, response) => {
      most = Math.max(most, ++inFlight)
      let text = ''
      message.on('data', (chunk) => (text += String(chunk)))
      message.on('end', () => {
        types.push((JSON.parse(text) as { content: { account_id: number } }).content.account_id)
        setImmediate(() => {
          inFlight--
          response.writeHead(204).end()
        })
      })
    })
    const sandbox = createSandbox({ profile: documentedProfile, transactions: 50, webhooks: { url: server.url } })
    const [user] = sandbox.users
    const answered = new Promise<void>((resolve) => {
      sandbox.webhooks.changes$.subscribe(() => {
        const entries = sandbox.webhooks.entries()
        if (entries.length > 1 && entries.every(({ status }) => status !== 'pending')) resolve()
      })
    })
    sandbox.insertTransactions(user?.uuid ?? '', 40)
    await answered
    await server.close()
    expect([sandbox.webhooks.entries().map(({ status }) => status), most]).toEqual([types.map(() => 204), 1])
    expect(types.length).toBe(2)
  })

  it('fail if nobody listens, and follow no redirect', async () => {
    const gone = await httpServer(() => undefined)
    await gone.close()
    const elsewhere = await httpServer((_, response) => {
      response.writeHead(302, { location: gone.url }).end()
    })
    const statusOf = async (url: string): Promise<unknown> => {
      const sandbox = createSandbox({ profile: documentedProfile, transactions: 50, webhooks: { url } })
      const status = new Promise((resolve) => {
        sandbox.webhooks.changes$.subscribe((entry) => {
          if (entry.status !== 'pending') resolve(entry.status)
        })
      })
      sandbox.insertTransactions(sandbox.users[0]?.uuid ?? '', 1)
      return status
    }
    expect([await statusOf(gone.url), await statusOf(elsewhere.url)]).toEqual(['failed', 302])
    await elsewhere.close()
  })

  it('are none unless they are asked for', () => {
    const clock = createVirtualClock({ start })
    const sandbox = createSandbox({ profile: documentedProfile, clock, transactions: 50 })
    sandbox.refresh(sandbox.users[0]?.itemIds[0] ?? 0)
    expect(clock.pending()).toBe(0)
    sandbox.webhooks.clear()
    sandbox.advance(9000)
    expect(sandbox.webhooks.entries()).toEqual([])
  })

  it.each([
    [{ url: '/hooks' }, '/webhooks/url', 'an absolute URL'],
    [{ deliver: 'http://a' }, '/webhooks/deliver', 'a function from a request to its response'],
    [{ secrets: [] }, '/webhooks/secrets', 'one secret or two'],
    [{ secrets: ['a', 'b', 'c'] }, '/webhooks/secrets', 'one secret or two'],
    [{ secrets: [''] }, '/webhooks/secrets', 'one secret or two'],
    [{ secret: 'a' }, '/webhooks/secret', 'no such option; did you mean secrets?'],
  ])('take no wrong option: %j', (webhooks, path, expected) => {
    expect(() => createSandbox({ profile: documentedProfile, webhooks } as never)).toThrow(
      expect.objectContaining({ issues: [{ path, expected }] }) as Error,
    )
  })

  it('are signed alike on every platform', async () => {
    for (const [secret, text] of [
      ['s', ''],
      ['sécret', '{"a":"é😀"}'],
      ['x'.repeat(200), 'y'.repeat(1000)],
    ] as const)
      expect(await firstValueFrom(hmacWeb(secret, text))).toBe(await firstValueFrom(hmacNode(secret, text)))
  })
})
