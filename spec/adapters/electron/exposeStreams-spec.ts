import { EventEmitter, once } from 'node:events'
import { Subscription } from 'rxjs'
import { connectStreams } from '../../../lib/adapters/electron/connectStreams.js'
import type { ExposeConfig } from '../../../lib/adapters/electron/ExposeConfig.js'
import { exposeStreams } from '../../../lib/adapters/electron/exposeStreams.js'
import type { Sender } from '../../../lib/adapters/electron/webContents.js'
import { channel, closePorts, Contents, settled } from '../../helpers/electron.js'
import { stubClient } from '../../helpers/stubClient.js'

let open = new Subscription()

afterEach(() => {
  open.unsubscribe()
  open = new Subscription()
  closePorts()
})

const ownFrame = { url: 'file:///app/index.html', parent: null }
const user = { externalUserId: 'A6J' }

/** The main process, and pages that send it ports. */
const setup = (config?: ExposeConfig) => {
  const ipcMain = new EventEmitter()
  const stub = stubClient({})
  const exposed = exposeStreams(stub.client, config)
  const listening = exposed.listen(ipcMain)
  open.add(listening)

  const send = (contents: Contents, frame: unknown = ownFrame) => {
    const { main, renderer } = channel()
    const event = { sender: contents, ports: [main] }
    Object.defineProperty(event, 'senderFrame', {
      get: () => {
        if (frame instanceof Error) throw frame
        return frame
      },
    })
    ipcMain.emit('rxbank:port', event, null)
    return { main, renderer }
  }

  /** A page with two streams: what each ends with. */
  const page = (contents = new Contents(), frame?: unknown) => {
    const ports = send(contents, frame)
    const client = connectStreams(ports.renderer)
    const failures: Array<unknown> = []
    const error = (failure: unknown) => failures.push(failure)
    open.add(client.banks.pages().subscribe({ error }))
    open.add(client.user().accounts.pages().subscribe({ error }))
    return { ...ports, contents, client, failures }
  }

  return { ...stub, ipcMain, listening, send, page, exposed }
}

const listeners = (contents: Contents): number =>
  contents.eventNames().reduce((count, name) => count + contents.listenerCount(name), 0)

const lost = { _tag: 'NetworkError', origin: 'electron:main', code: { value: 'PortClosed' } }

describe('exposeStreams', () => {
  it('serves the ports of its own pages', async () => {
    const { page, live, identities } = setup({ user })
    const { failures } = page()
    await settled()
    expect([live(), failures, identities]).toEqual([2, [], [user]])
  })

  const endings: ReadonlyArray<readonly [string, (page: ReturnType<ReturnType<typeof setup>['page']>) => void]> = [
    ['is reloaded', ({ contents }) => contents.navigate()],
    ['crashes', ({ contents }) => contents.emit('render-process-gone', {}, { reason: 'crashed' })],
    ['is closed', ({ contents }) => contents.emit('destroyed')],
    ['closes its port', ({ renderer }) => renderer.close()],
  ]

  it.each(endings)('lets all go when a page %s', async (_, leave) => {
    const { page, live } = setup({ user })
    const left = page()
    const other = page(new Contents(2))
    await settled()
    const closed = once(left.main, 'close')
    leave(left)
    await closed
    await settled()
    expect([live(), listeners(left.contents), other.failures]).toEqual([2, 0, []])
    expect(left.failures).toMatchObject([lost, lost])
  })

  it('keeps a page that moves within its document, whose frames navigate, or that downloads a file', async () => {
    const { page, live } = setup({ user })
    const { contents, failures } = page()
    await settled()
    contents.startNavigation({ isSameDocument: true })
    contents.emit('did-navigate', {})
    contents.startNavigation({ isMainFrame: false })
    contents.emit('did-navigate', {})
    contents.startNavigation()
    contents.startNavigation({ isSameDocument: true })
    await settled()
    expect([live(), failures]).toEqual([2, []])
  })

  it('keeps the port of a new page that comes before its navigation is told to have ended', async () => {
    const { page, live } = setup({ user })
    const first = page()
    await settled()
    first.contents.startNavigation()
    const second = page(first.contents)
    first.contents.emit('did-navigate', {})
    await settled()
    expect([live(), second.failures]).toEqual([2, []])
    expect(first.failures).toMatchObject([lost, lost])
  })

  const strangers: ReadonlyArray<readonly [string, unknown]> = [
    ['a page of the web', { url: 'https://evil.example/', parent: null }],
    ['a page that names the app', { url: 'https://evil.example/file:///app', parent: null }],
    ['a data: page', { url: 'data:text/html,x', parent: null }],
    ['about:blank', { url: 'about:blank', parent: null }],
    ['an iframe', { ...ownFrame, parent: {} }],
    ['a frame that is gone', null],
    ['a frame that cannot be read', new TypeError('Render frame was disposed')],
    ['a frame of which nothing is known', {}],
  ]

  it.each(strangers)('refuses %s', async (_, frame) => {
    const { page, live, identities } = setup({ user })
    const { failures, contents } = page(new Contents(), frame)
    await settled()
    expect([live(), listeners(contents), identities]).toEqual([0, 0, []])
    expect(failures).toMatchObject([
      { _tag: 'ConfigError', issues: [{ path: '/port', expected: expect.stringContaining('accepts') }] },
      { _tag: 'ConfigError' },
    ])
  })

  it('asks accepts, which sees who it is', async () => {
    const senders: Array<Sender> = []
    const accepts = (sender: Sender) => senders.push(sender) === 1
    const { page, live } = setup({ accepts, user })
    page(new Contents(7), { url: 'http://localhost:5173/', parent: {} })
    page(new Contents(8), ownFrame)
    await settled()
    expect(live()).toBe(2)
    expect(senders).toEqual([
      { url: 'http://localhost:5173/', isMainFrame: false, webContentsId: 7 },
      { url: ownFrame.url, isMainFrame: true, webContentsId: 8 },
    ])
  })

  it('accepts nobody if accepts throws, and serves who comes next', async () => {
    let calls = 0
    const accepts = () => {
      if (++calls === 1) throw new Error('unlucky')
      return true
    }
    const { page, live } = setup({ accepts })
    const { failures } = page()
    page()
    await settled()
    expect([live(), failures.length]).toEqual([2, 2])
  })

  it('closes what comes without one port', async () => {
    const { ipcMain, live } = setup({ user })
    const two = [channel(), channel()] as const
    const event = { sender: new Contents(), senderFrame: ownFrame }
    const closed = once(two[1].renderer, 'close')
    ipcMain.emit('rxbank:port', event) // as ipcRenderer.send has it
    ipcMain.emit('rxbank:port', { ...event, ports: [] }, null)
    ipcMain.emit('rxbank:port', { ...event, ports: two.map(({ main }) => main) }, null)
    two[1].renderer.start()
    await closed
    open.add(
      connectStreams(two[0].renderer)
        .banks.pages()
        .subscribe({ error: () => undefined }),
    )
    await settled()
    expect(live()).toBe(1)
  })

  it('serves eight ports of a window, and another when one is closed', async () => {
    const { page, live } = setup({ user })
    const contents = new Contents()
    const pages = Array.from({ length: 9 }, () => page(contents))
    await settled()
    expect(live()).toBe(16)
    expect(pages[8]?.failures).toMatchObject([{ _tag: 'ConfigError', issues: [{ path: '/port' }] }, {}])
    pages[0]?.renderer.close()
    await settled()
    const last = page(contents)
    await settled()
    expect([live(), last.failures]).toEqual([16, []])
    contents.navigate()
    await settled()
    expect([live(), listeners(contents)]).toEqual([0, 0])
  })

  it('chooses the user by the page, once for a port', async () => {
    const { page, identities } = setup({
      user: ({ webContentsId }) => ({ externalUserId: `user of window ${String(webContentsId)}` }),
    })
    const { client } = page(new Contents(4))
    await settled()
    open.add(
      client
        .user()
        .stocks.all()
        .subscribe({ error: () => undefined }),
    )
    page(new Contents(5))
    await settled()
    expect(identities).toEqual([{ externalUserId: 'user of window 4' }, { externalUserId: 'user of window 5' }])
  })

  it('requests the user again after it threw, and says what it threw', async () => {
    let isLoggedIn = false
    const { page, live } = setup({
      user: () => {
        if (!isLoggedIn) throw new RangeError('nobody is logged in')
        return user
      },
    })
    const { client, failures } = page()
    await settled()
    expect(failures).toMatchObject([{ name: 'RemoteError', remoteName: 'RangeError', message: 'nobody is logged in' }])
    isLoggedIn = true
    open.add(
      client
        .user()
        .items.pages()
        .subscribe({ error: () => undefined }),
    )
    await settled()
    expect(live()).toBe(2)
  })

  it('leaves the user to a client that knows its own', async () => {
    const { page, identities } = setup()
    page()
    await settled()
    expect(identities).toEqual([undefined])
  })

  it('stops listening, and closes what is open, when it is told to', async () => {
    const { page, live, listening, ipcMain, send } = setup({ user })
    const { contents, failures } = page()
    await settled()
    listening.unsubscribe()
    await settled()
    expect([live(), listeners(contents), ipcMain.listenerCount('rxbank:port')]).toEqual([0, 0, 0])
    expect(failures).toMatchObject([lost, lost])
    open.add(
      connectStreams(send(contents).renderer)
        .banks.pages()
        .subscribe({ error: () => undefined }),
    )
    await settled()
    expect(live()).toBe(0)
  })

  it('serves a port that main made itself until its page is gone', async () => {
    const { exposed, live } = setup({ user })
    const [contents, ports] = [new Contents(), channel()]
    exposed.connect(ports.main, contents)
    open.add(
      connectStreams(ports.renderer)
        .user()
        .stocks.all()
        .subscribe({ error: () => undefined }),
    )
    await settled()
    expect(live()).toBe(1)
    contents.navigate()
    expect([live(), listeners(contents)]).toEqual([0, 0])
  })

  const wrong: ReadonlyArray<readonly [string, () => unknown, string]> = [
    ['a client', () => exposeStreams({} as never), '/client'],
    ['an option', () => exposeStreams(stubClient({}).client, { acepts: 1 } as never), '/acepts'],
    ['accepts', () => exposeStreams(stubClient({}).client, { accepts: true } as never), '/accepts'],
    ['a bound', () => exposeStreams(stubClient({}).client, { maxLinks: 0 }), '/maxLinks'],
    ['an identity', () => exposeStreams(stubClient({}).client, { user: { name: 'x' } } as never), '/identity'],
    ['ipcMain', () => exposeStreams(stubClient({}).client).listen({} as never), '/ipcMain'],
    ['a port', () => exposeStreams(stubClient({}).client).connect({} as never), '/port'],
    ['a window', () => exposeStreams(stubClient({}).client).connect(channel().main, {} as never), '/webContents'],
  ]

  it.each(wrong)('throws a ConfigError for %s that is none', (_, make, path) => {
    let thrown: unknown
    try {
      make()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ _tag: 'ConfigError', issues: [{ path }] })
  })
})
