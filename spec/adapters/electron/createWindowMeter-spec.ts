import { EventEmitter } from 'node:events'
import { NEVER, of, Subscription } from 'rxjs'
import type { RemoteClient } from '../../../lib/adapters/electron/connectStreams.js'
import { connectStreams } from '../../../lib/adapters/electron/connectStreams.js'
import { createWindowMeter } from '../../../lib/adapters/electron/createWindowMeter.js'
import type { ExposeConfig } from '../../../lib/adapters/electron/ExposeConfig.js'
import { exposeStreams } from '../../../lib/adapters/electron/exposeStreams.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/client/createClient.js'
import { createGatewayClient } from '../../../lib/client/createGatewayClient.js'
import type { Http } from '../../../lib/http/Http.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { connectionOver } from '../../helpers/connection.js'
import { channel, closePorts, Contents, settled } from '../../helpers/electron.js'
import { httpRequest } from '../../helpers/httpRequest.js'

let open = new Subscription()

afterEach(() => {
  open.unsubscribe()
  open = new Subscription()
  closePorts()
})

const minute = 60_000

/** Main, asking a service that counts, and windows whose pages say what they like. */
const setup = (config: ExposeConfig = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const sandbox = createSandbox({
    profile: documentedProfile,
    seed: 1,
    clock,
    banks: 4,
    transactions: 9,
    tokenLifetime: 24 * 60 * minute,
  })
  const { http, credentials } = sandbox
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    clock,
    random: () => 0.5,
  })
  const ipcMain = new EventEmitter()
  open.add(exposeStreams(client, { user: { externalUserId: 'A6J' }, ...config }).listen(ipcMain))
  const [itemId = 0] = sandbox.users[0]?.itemIds ?? []

  const connect = (contents: Contents) => {
    const { main, renderer } = channel()
    ipcMain.emit('rxbank:port', { sender: contents, senderFrame: { url: 'app://x/', parent: null }, ports: [main] })
    return renderer
  }

  /** A page by its own words: those that it says at once. */
  const page = (contents: Contents) => {
    const port = connect(contents)
    const heard: Array<{ readonly _tag: string; readonly id: number; readonly value?: { readonly page?: unknown } }> =
      []
    port.on('message', ({ data }) => heard.push(data as (typeof heard)[0]))
    port.start()
    const say = (...messages: ReadonlyArray<unknown>): void => {
      for (const message of messages) port.postMessage(message)
    }
    say({ _tag: 'Hello', version: 1 })
    return { say, heard }
  }

  const advance = async (ms: number, steps = 1): Promise<void> => {
    for (let step = 0; step < steps; step++) {
      clock.advance(ms / steps)
      await settled()
    }
  }

  const asked = () => sandbox.journal.entries().filter(({ route }) => route !== 'authenticate').length
  return { clock, client, sandbox, itemId, page, connect, advance, asked }
}

const subscribe = (id: number, rest: object) => ({ _tag: 'Subscribe', id, settings: {}, ...rest })
const input = (id: number, value: unknown) => ({ _tag: 'Input', id, value })
const count = <A>(length: number, make: (i: number) => A) => Array.from({ length }, (_, i) => make(i))

type World = ReturnType<typeof setup>

/** What a page does to have as much asked as it can. */
const storms: ReadonlyArray<readonly [string, (world: World) => Promise<void>]> = [
  [
    'sends commands',
    async ({ page }) => {
      const { say } = page(new Contents())
      say(subscribe(1, { operation: 'navigate', list: 'transactions' }), ...count(300, () => input(1, 'reload')))
      await settled()
    },
  ],
  [
    'subscribes and unsubscribes',
    async ({ page }) => {
      const { say } = page(new Contents())
      for (let id = 1; id < 300; id++)
        say(subscribe(id, { operation: 'stock', subject: id }), { _tag: 'Unsubscribe', id })
      await settled()
    },
  ],
  [
    'reads what is public',
    async ({ page }) => {
      const { say } = page(new Contents())
      for (let id = 1; id < 300; id++)
        say(subscribe(id, { operation: 'pages', list: 'banks' }), { _tag: 'Unsubscribe', id })
      await settled()
    },
  ],
  [
    'follows links',
    async ({ page }) => {
      const { say } = page(new Contents())
      say(subscribe(1, { operation: 'pages', list: 'transactions', linked: true, settings: { limit: 1 } }))
      await settled()
      for (let id = 2; id < 300; id++)
        say(subscribe(id, { operation: 'page', list: 'transactions', handle: 1 }), { _tag: 'Unsubscribe', id })
      await settled()
    },
  ],
  [
    'watches updates as often as it may, and takes each batch at once',
    async ({ connect, advance }) => {
      const user = connectStreams(connect(new Contents())).user()
      for (let n = 0; n < 5; n++) open.add(user.stocks.watchUpdated({ every: 100, overlap: 0 }).subscribe())
      await settled()
      await advance(0.9 * minute, 20)
    },
  ],
  [
    'follows refreshes as often as it may, and passes over what is told',
    async ({ connect, itemId, advance, clock }) => {
      const { items } = connectStreams(connect(new Contents())).user()
      const config = { every: 100, after: new Date(clock.wall() + minute), grace: 1e9, deadline: 1e9 }
      for (let n = 0; n < 5; n++) open.add(items.watchRefresh(itemId, config).subscribe())
      await settled()
      await advance(0.9 * minute, 20)
    },
  ],
  [
    'has many ports',
    async ({ page }) => {
      const contents = new Contents()
      for (const { say } of count(8, () => page(contents)))
        for (let id = 1; id < 50; id++)
          say(subscribe(id, { operation: 'stock', subject: id }), { _tag: 'Unsubscribe', id })
      await settled()
    },
  ],
  [
    'is loaded again and again',
    async ({ page }) => {
      const contents = new Contents()
      for (let load = 0; load < 20; load++) {
        const { say } = page(contents)
        for (let id = 1; id < 20; id++)
          say(subscribe(id, { operation: 'stock', subject: id }), { _tag: 'Unsubscribe', id })
        await settled()
        contents.navigate()
        await settled()
      }
    },
  ],
]

describe('a window', () => {
  it.each(storms)('has no more asked than its allowance when its page %s', async (_, storm) => {
    const world = setup({ perWindow: { requests: 100 } })
    await storm(world)
    // Watchers leave a tenth to what somebody waits for.
    expect(world.asked()).toBeGreaterThanOrEqual(90)
    expect(world.asked()).toBeLessThanOrEqual(100)
  })

  it('has 600 requests a minute asked, however many commands come', async () => {
    const { page, asked, advance } = setup()
    const { say } = page(new Contents())
    const settings = { limit: 1 }
    say(subscribe(1, { operation: 'navigate', list: 'banks', settings }), ...count(5000, () => input(1, 'reload')))
    await settled()
    expect(asked()).toBe(600)
    await advance(minute)
    expect(asked()).toBe(601)
  })

  it('has the last of many commands answered when its turn comes', async () => {
    const { page, advance, asked } = setup({ perWindow: { requests: 3, per: 1000 } })
    const { say, heard } = page(new Contents())
    const taken = { _tag: 'Acknowledge', id: 1, count: 1 }
    say(subscribe(1, { operation: 'navigate', list: 'transactions', settings: { limit: 1 } }))
    await settled()
    say(taken, ...count(100, () => input(1, 'reload')), input(1, 'next'))
    await settled()
    expect(asked()).toBe(3)
    say(taken)
    await advance(1000)
    expect(asked()).toBe(4)
    const shown = heard.filter(({ _tag }) => _tag === 'Next').map(({ value }) => value?.page)
    expect(shown.at(-1)).toMatchObject({ number: 2 })
  })

  const reading = async (world: World, client: RemoteClient): Promise<ReadonlyArray<unknown>> => {
    const seen: Array<unknown> = []
    const error = (failure: unknown) => seen.push(failure)
    const observer = { next: ({ number }: { number: number }) => seen.push(number), error }
    open.add(client.user().transactions.pages({ limit: 1 }).subscribe(observer))
    await world.advance(0)
    return seen
  }

  it('continues with a list that is longer than its allowance', async () => {
    const world = setup({ perWindow: { requests: 4, per: 1000 } })
    const seen = await reading(world, connectStreams(world.connect(new Contents())))
    expect(seen).toEqual([1, 2, 3, 4])
    await world.advance(3000, 3)
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('holds up no other window, and not main', async () => {
    const world = setup({ perWindow: { requests: 2, per: minute } })
    await reading(world, connectStreams(world.connect(new Contents(1))))
    expect(await reading(world, connectStreams(world.connect(new Contents(2))))).toEqual([1, 2])
    const own: Array<unknown> = []
    open.add(
      world.client
        .user({ externalUserId: 'A6J' })
        .stocks.pages()
        .subscribe(({ number }) => own.push(number)),
    )
    expect(own[0]).toBe(1)
  })

  it('is told at once what cannot even wait', async () => {
    const { page } = setup({ perWindow: { requests: 1, per: minute, maxWaiting: 2 } })
    const { say, heard } = page(new Contents())
    say(...count(4, (i) => subscribe(i + 1, { operation: 'stock', subject: i + 1 })))
    await settled()
    expect(heard.filter(({ _tag, id }) => _tag === 'Error' && id > 1)).toEqual([
      { _tag: 'Error', id: 4, error: expect.objectContaining({ _tag: 'RequestNotSent', reason: 'queue' }) },
    ])
  })

  it('spends nothing on who leaves before its turn', async () => {
    const { page, advance, asked } = setup({ perWindow: { requests: 1, per: 1000 } })
    const { say } = page(new Contents())
    say(...count(50, (i) => subscribe(i + 1, { operation: 'stock', subject: 1 })))
    say(...count(49, (i) => ({ _tag: 'Unsubscribe', id: i + 2 })))
    await settled()
    await advance(10_000)
    expect(asked()).toBe(1)
  })

  it('shows a hundred widgets at once, and keeps them up to date', async () => {
    const { connect, advance, asked } = setup()
    const user = connectStreams(connect(new Contents())).user()
    const shown = new Set<number>()
    const failures: Array<unknown> = []
    const error = (failure: unknown) => failures.push(failure)
    for (let n = 0; n < 100; n++) {
      open.add(user.accounts.pages().subscribe({ next: () => shown.add(n), error }))
      open.add(user.stocks.watchUpdated().subscribe({ error }))
    }
    await settled()
    expect(shown.size).toBe(100)
    await advance(2 * minute, 20)
    expect(failures).toEqual([])
    expect(asked()).toBeGreaterThanOrEqual(300)
  })
})

describe('a window that asks a gateway', () => {
  it('has no more asked than its allowance, either', async () => {
    const asked: Array<string> = []
    const http: Http = ({ url }) => {
      asked.push(url)
      return of({ status: 200, headers: {}, body: '{"resources":[]}' })
    }
    const client = createGatewayClient({
      profile: documentedProfile,
      gateway: 'https://app.example/api/bank',
      http,
      clock: createVirtualClock(),
    })
    const { main, renderer } = channel()
    open.add(exposeStreams(client, { perWindow: { requests: 5 } }).connect(main))
    const remote = connectStreams(renderer)
    for (let n = 0; n < 10; n++) {
      open.add(remote.user().stocks.pages().subscribe())
      open.add(remote.categories.pages().subscribe())
    }
    await settled()
    expect(asked.length).toBe(5)
  })
})

describe('a client without connections of its own', () => {
  it('is served as it is', async () => {
    const { client } = setup()
    const banks = { ...client.banks, withConnection: undefined }
    const own = { ...client, banks } as unknown as typeof client
    const { main, renderer } = channel()
    open.add(exposeStreams(own).connect(main))
    const seen: Array<number> = []
    open.add(
      connectStreams(renderer)
        .banks.pages()
        .subscribe(({ resources }) => seen.push(resources.length)),
    )
    await settled()
    expect(seen).toEqual([4])
  })
})

describe('createWindowMeter', () => {
  it.each([
    ['a minute', 30_000, 60_000],
    ["the client's", 120_000, 120_000],
  ])(
    'holds a place for an aborted request no longer than %s, whatever timeout a page asks for',
    (_, timeout, longest) => {
      const clock = createVirtualClock()
      const asked: Array<number> = []
      const http: Http = (request) => (asked.push(request.timeout), NEVER)
      const metered = createWindowMeter({ requests: 1, per: 1000 })(connectionOver(http, { clock, timeout }))
      metered
        .http(httpRequest({ timeout: 1e12 }))
        .subscribe()
        .unsubscribe()
      const next = metered.httpOnce(httpRequest({ timeout: 5000 })).subscribe()
      clock.advance(longest + 999)
      expect(asked).toEqual([longest])
      clock.advance(1)
      expect(asked).toEqual([longest, 5000])
      next.unsubscribe()
    },
  )
})
