// Whose pages are served, with what, and what is left when they are gone.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { assertCloaked, secret } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { page } from '../support/gateway.mjs'
import { electron, rxjs } from '../support/installed.mjs'
import { hostilePage, mainProcess, pages } from '../support/pages.mjs'
import { failure, outcome } from '../support/victim.mjs'
import { ipc } from '../support/windows.mjs'

const { connectStreams } = electron
const { firstValueFrom } = rxjs
const narrow = 'electron.md: a page has no token$, users, send, headers, process, store; it never chooses its user'
const gone = 'electron.md: a page that is gone ends all that it was subscribed to: requests aborted, timers cleared'
const deep = (depth) => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))

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

export const cases = [
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
      for (let id = 2; id < 40; id++) evil.say(pages(id), { _tag: 'Acknowledge', id: 1, count: 1 })
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
