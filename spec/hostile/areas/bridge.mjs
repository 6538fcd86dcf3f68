// Pages of an Electron app that say what they must not, too often, or too much.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { assertCloaked, secret } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { page } from '../support/gateway.mjs'
import { electron, rxjs } from '../support/installed.mjs'
import { hostilePage, mainProcess, pages } from '../support/pages.mjs'
import { failure, outcome } from '../support/victim.mjs'

const { connectStreams } = electron
const { firstValueFrom } = rxjs
const decoded = 'electron.md: a page that says what it must not has its port closed; the rest of the app goes on'
const narrow = 'electron.md: a page has no token$, users, send, headers, process, store; it never chooses its user'
const bounded = 'electron.md: a port has 256 subscriptions; nothing piles up; the rest of the app goes on'
const gone = 'electron.md: a page that is gone ends all that it was subscribed to: requests aborted, timers cleared'

const deep = (depth) => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))
const cyclic = {}
cyclic.self = cyclic

/** What ends a port. */
const garbage = {
  nothing: undefined,
  null: null,
  'a number': 5,
  'a text': 'Hello',
  'an array': [],
  'an array of messages': [pages(1)],
  'an empty object': {},
  'an unknown tag': { _tag: 'Evil' },
  'a tag by prototype': { _tag: 'constructor' },
  'a tag that is none': { _tag: { toString: 'x' } },
  'another version': { _tag: 'Hello', version: 2 },
  'a version in words': { _tag: 'Hello', version: '1' },
  'a regular expression': /x/,
  'a map': new Map([['_tag', 'Hello']]),
  'a date': new Date(0),
  'an error': new Error('x'),
  bytes: new Uint8Array(10),
  'shared memory': new SharedArrayBuffer(8),
  'a circle': cyclic,
  'a thousand levels': deep(1000),
  'no id': pages(undefined),
  'an id in letters': pages('1'),
  'a negative id': pages(-1),
  'an id of NaN': pages(NaN),
  'an id of a fraction': pages(1.5),
  'an id beyond 2^53': pages(2 ** 60),
  'an id that is an object': pages({}),
  'an id by prototype': pages('__proto__'),
  'no operation': pages(1, { operation: undefined }),
  'an operation of prototypes': pages(1, { operation: 'constructor' }),
  'another of prototypes': pages(1, { operation: '__proto__' }),
  'one that is not served: token$': pages(1, { operation: 'token$' }),
  'not served: send': pages(1, { operation: 'send' }),
  'not served: changePassword': pages(1, { operation: 'changePassword' }),
  'not served: poll': pages(1, { operation: 'poll' }),
  'not served: delete': pages(1, { operation: 'delete' }),
  'a list that is not served': pages(1, { list: 'users' }),
  'a list of prototypes': pages(1, { list: '__proto__' }),
  'another list of prototypes': pages(1, { list: 'hasOwnProperty' }),
  'settings that are none': pages(1, { settings: 5 }),
  'more than was taken': { _tag: 'Taken', id: 1, count: 1e9 },
  'less than nothing taken': { _tag: 'Taken', id: 1, count: -1 },
  'a taking of NaN': { _tag: 'Taken', id: 1, count: NaN },
  'a command that is none': { _tag: 'Input', id: 1, value: 'evil' },
}

/** Settings that a page may not have: each fails its stream, or closes the port; nothing is sent. */
const settings = {
  headers: { headers: { Authorization: 'x' } },
  process: { process: 1 },
  store: { store: {} },
  key: { key: 'x' },
  http: { http: 1 },
  user: { user: { externalUserId: 'EVE' } },
  identity: { externalUserId: 'EVE' },
  'a limit in words': { limit: 'x' },
  'a limit of a million': { limit: 1e6 },
  'a limit of NaN': { limit: NaN },
  'maxPages of 0': { maxPages: 0 },
  'prefetch of a million': { prefetch: 1e6 },
  'a time-out below 0': { timeout: -1 },
  'an unknown one': { evil: 1 },
  'one by prototype': JSON.parse('{"__proto__":{"headers":{"x":"y"}},"limit":0}'),
}
const untrusted = {
  'a page of the web': { url: 'https://evil.example/' },
  'a page over http': { url: 'http://localhost:3000/' },
  'a frame inside': { url: 'app://bundle/', parent: {} },
  'no frame': null,
  'about:blank': { url: 'about:blank' },
  'data:': { url: 'data:text/html,x' },
  'an address that begins alike': { url: 'apple://bundle/' },
  'no address': { url: '' },
  'app: in the middle': { url: 'https://evil.example/app://bundle/' },
  'blob: of a page': { url: 'blob:https://evil.example/1' },
  'javascript:': { url: 'javascript:app://' },
}
const users = {
  throws: [
    () => {
      throw new RangeError('no user')
    },
    'RemoteError',
  ],
  nobody: [() => undefined, 'ConfigError'],
  'no identity': [() => ({}), 'ConfigError'],
  'a text': [() => 'ADA', 'ConfigError'],
  'an identity with a secret more': [() => ({ externalUserId: 'A', secret }), 'ConfigError'],
}

/** Whether another page is served as ever. */
const othersAreServed = async (main) => {
  const { values } = await outcome(connectStreams(main.open()).user().stocks.pages())
  assert.equal(values.length, 1)
}

/** A stand-in for `ipcMain`, and windows that send it ports. */
const ipc = () => {
  const ipcMain = new EventEmitter()
  const contents = (id) => Object.assign(new EventEmitter(), { id })
  const sendPort = (frame, sender = contents(1)) => {
    const { port1, port2 } = new MessageChannel()
    ipcMain.emit('rxbank:port', {
      ports: [port1],
      sender,
      senderFrame: frame === null ? null : { parent: null, ...frame },
    })
    return port2
  }
  return { contents, ipcMain, sendPort }
}

export const cases = [
  ...table(decoded, 'closed by', garbage, async (message, after) => {
    const main = mainProcess(after)
    const evil = hostilePage(main)
    evil.say(message)
    if (message?._tag === 'Taken' || message?._tag === 'Input') evil.say({ _tag: 'Evil' })
    await evil.closed
    await othersAreServed(main)
    assert.equal(main.sent.length, 1)
  }),
  ...table(
    decoded,
    'closed without a greeting by',
    {
      'a question': pages(1),
      'nothing but an end': { _tag: 'Unsubscribe', id: 1 },
      'another version': { _tag: 'Hello', version: 99 },
    },
    async (message, after) => {
      const main = mainProcess(after)
      const evil = hostilePage(main, [message])
      await evil.closed
      assert.equal(main.sent.length, 0)
    },
  ),
  ...table(narrow, 'with the setting', settings, async (given, after) => {
    const main = mainProcess(after)
    for (const operation of ['pages', 'watchUpdated']) {
      const evil = hostilePage(main)
      evil.say({ ...pages(1), operation, settings: given })
      await evil.until(({ _tag }) => _tag !== 'Hello')
      assert.deepEqual([main.sent, evil.heard.filter(({ _tag }) => _tag === 'Next')], [[], []])
    }
    await othersAreServed(main)
  }),
  ...table(
    'electron.md: accepts: without it, the main frame of a window at an address of app: or file:',
    'not served',
    untrusted,
    async (frame, after) => {
      const main = mainProcess(after)
      const { ipcMain, sendPort } = ipc()
      const listening = main.exposed.listen(ipcMain)
      after(() => listening.unsubscribe())
      const port = sendPort(frame)
      await failure(connectStreams(port).user().stocks.pages(), 'ConfigError', 'NetworkError')
      assert.equal(main.sent.length, 0)
    },
  ),
  ...table(
    'electron.md: user: a function from the page to an identity; what it threw is a RemoteError',
    'a user who',
    users,
    async ([user, tag], after) => {
      const main = mainProcess(after, undefined, { user })
      const { end, error } = await outcome(connectStreams(main.open()).user().stocks.pages())
      assert.deepEqual([end, main.sent.length], [tag, 0], error?.stack)
    },
  ),
  ...family(bounded, {
    'twenty thousand questions': async (after) => {
      const main = mainProcess(after, () => rxjs.NEVER)
      const evil = hostilePage(main)
      for (let id = 1; id <= 20_000; id++) evil.say(pages(id))
      await evil.until(({ _tag, id }) => _tag !== 'Hello' && id === 20_000)
      assert.ok(main.sent.length <= 256, `${main.sent.length} requests`)
      evil.port.close()
    },
    'twenty thousand questions, each taken back': async (after) => {
      const main = mainProcess(after)
      const evil = hostilePage(main)
      for (let id = 1; id <= 20_000; id++) evil.say(pages(id), { _tag: 'Unsubscribe', id })
      evil.say(pages(30_000))
      await evil.until(({ _tag, id }) => _tag !== 'Hello' && id === 30_000)
      await othersAreServed(main)
      assert.ok(main.sent.length <= 2000, `${main.sent.length} requests`)
    },
    'twenty thousand commands': async (after) => {
      const main = mainProcess(after, (path, n) => ({ body: page(`/v2/stocks?after=${n}`) }))
      const evil = hostilePage(main)
      evil.say(pages(1, { operation: 'navigate' }))
      for (let n = 0; n < 20_000; n++) evil.say({ _tag: 'Input', id: 1, value: n % 2 ? 'next' : 'first' })
      evil.say({ _tag: 'Unsubscribe', id: 1 })
      await evil.until(({ _tag }) => _tag === 'Complete' || _tag === 'Error')
      await othersAreServed(main)
      assert.ok(main.sent.length <= 2000, `${main.sent.length} requests`)
    },
    'twenty thousand triggers': async (after) => {
      const main = mainProcess(after)
      const evil = hostilePage(main)
      evil.say({ _tag: 'Subscribe', id: 1, operation: 'watchUpdated', list: 'stocks', settings: {} })
      for (let n = 0; n < 20_000; n++) evil.say({ _tag: 'Input', id: 1, value: null })
      evil.say(pages(2))
      await evil.until(({ _tag, id }) => _tag === 'Next' && id === 2)
      assert.ok(main.sent.length <= 10, `${main.sent.length} requests`)
    },
    'a text of fifty megabytes': async (after) => {
      const main = mainProcess(after)
      const evil = hostilePage(main)
      evil.say(pages('x'.repeat(50 << 20)))
      await evil.closed
      await othersAreServed(main)
    },
    'a page that takes nothing': async (after) => {
      const main = mainProcess(after, (path, n) => ({ body: page(`/v2/stocks?after=${n}`) }))
      const evil = hostilePage(main)
      evil.say(pages(1))
      await evil.until(({ _tag }) => _tag === 'Next')
      await firstValueFrom(connectStreams(main.open()).user().stocks.pages())
      assert.equal(evil.heard.filter(({ _tag }) => _tag === 'Next').length, 1)
    },
    'a window with twenty ports': async (after) => {
      const main = mainProcess(after)
      const { contents, ipcMain, sendPort } = ipc()
      const listening = main.exposed.listen(ipcMain)
      after(() => listening.unsubscribe())
      const window = contents(7)
      const ports = Array.from({ length: 20 }, () => sendPort({ url: 'app://bundle/' }, window))
      after(() => ports.forEach((port) => port.close()))
      const ends = await Promise.all(ports.map((port) => outcome(connectStreams(port).user().stocks.pages())))
      assert.equal(ends.filter(({ end }) => end === 'complete').length, 8)
    },
  }),
  ...family(narrow, {
    'the link of another port, of another list, and made up': async (after) => {
      const main = mainProcess(after, (path) => ({
        body: page(path.includes('after') ? null : '/v2/stocks?after=cursor'),
      }))
      const good = connectStreams(main.open()).user()
      const { next } = await firstValueFrom(good.stocks.pages())
      const evil = hostilePage(main)
      const { length } = main.sent
      for (const handle of [next.value, 1, 0, -1, 2 ** 40, '1', null])
        if (typeof handle !== 'object')
          evil.say(pages(9 + Math.abs(Number(handle)), { operation: 'page', handle, settings: {} }))
      await evil.until(({ _tag }) => _tag === 'Error')
      await failure(good.items.page(next.value), 'PagingError')
      await failure(connectStreams(main.open()).user().stocks.page(next.value), 'PagingError')
      assert.equal(main.sent.length, length)
    },
    'all that a page hears has no secret in it': async (after) => {
      const main = mainProcess(after, (path, n) =>
        n % 2 ? { status: 400, body: { type: 'bad', message: secret } } : { body: page() },
      )
      const evil = hostilePage(main)
      evil.say({ _tag: 'Subscribe', id: 1, operation: 'events', settings: {} })
      for (let id = 2; id < 40; id++) evil.say(pages(id), { _tag: 'Taken', id: 1, count: 1 })
      await evil.until(({ id }) => id === 39)
      assertCloaked(JSON.stringify(evil.heard), 'what the page hears')
    },
  }),
  ...family(gone, {
    'a page that closes in the middle': async (after) => {
      let aborted
      const abort = new Promise((resolve) => (aborted = resolve))
      const main = mainProcess(after, () => new rxjs.Observable(() => aborted))
      const evil = hostilePage(main)
      evil.say(pages(1))
      while (main.sent.length === 0) await new Promise(setImmediate)
      evil.port.close()
      await abort
      assert.equal(main.clock.pending(), 0)
    },
    'a page that is navigated away, crashes, or is destroyed': async (after) => {
      for (const event of ['did-navigate', 'render-process-gone', 'destroyed']) {
        const main = mainProcess(after, () => rxjs.NEVER)
        const { contents, ipcMain, sendPort } = ipc()
        const listening = main.exposed.listen(ipcMain)
        after(() => listening.unsubscribe())
        const window = contents(3)
        const port = sendPort({ url: 'file:///app/index.html' }, window)
        const ended = outcome(connectStreams(port).user().stocks.pages())
        while (main.sent.length === 0) await new Promise(setImmediate)
        if (event === 'did-navigate') window.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
        window.emit(event, {})
        assert.deepEqual(
          [(await ended).error.code?.value ?? (await ended).error.code, main.clock.pending()],
          ['PortClosed', 0],
          event,
        )
        assert.equal(window.eventNames().length, 0)
      }
    },
    'a main process that says garbage': async (after) => {
      for (const message of [
        undefined,
        { _tag: 'Hello', version: 9 },
        { _tag: 'Next', id: 'x' },
        { _tag: 'Evil' },
        [],
        'x',
        deep(1000),
      ]) {
        const { port1, port2 } = new MessageChannel()
        after(() => port1.close())
        const ended = failure(connectStreams(port2).user().stocks.pages())
        await once(port1, 'message')
        port1.postMessage(message)
        await ended
      }
    },
  }),
]
