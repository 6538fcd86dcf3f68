// Pages of an Electron app that ask too often, or for too much.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { family } from '../support/cases.mjs'
import { page } from '../support/gateway.mjs'
import { electron, rxjs } from '../support/installed.mjs'
import { hostilePage, mainProcess, pages } from '../support/pages.mjs'
import { outcome } from '../support/victim.mjs'
import { ipc, othersAreServed } from '../support/windows.mjs'

const { connectStreams } = electron
const { firstValueFrom } = rxjs

const bounded =
  'electron.md: a port has 256 subscriptions, a window causes 600 requests a minute; the rest of the app goes on'

/** A page that says all of this five thousand times, and at last what ends its port. */
const storm = async (main, messages) => {
  const evil = hostilePage(main)
  for (let n = 1; n <= 5000; n++) evil.say(...messages(n))
  evil.say({ _tag: 'Evil' })
  await evil.closed
}

export const cases = [
  ...family(bounded, {
    'five thousand questions that are not answered': async (after) => {
      const main = mainProcess(after, () => rxjs.NEVER)
      await storm(main, (id) => [pages(id)])
      assert.ok(main.sent.length <= 256, `${main.sent.length} requests`)
    },
    'five thousand questions, each taken back': async (after) => {
      const main = mainProcess(after)
      await storm(main, (id) => [pages(id), { _tag: 'Unsubscribe', id }])
      assert.ok(main.sent.length <= 600, `${main.sent.length} requests`)
      await othersAreServed(main)
    },
    'five thousand questions, each answered': async (after) => {
      const main = mainProcess(after)
      await storm(main, (id) => [pages(id), { _tag: 'Acknowledge', id, count: 1 }])
      assert.ok(main.sent.length <= 600, `${main.sent.length} requests`)
      await othersAreServed(main)
    },
    'five thousand commands': async (after) => {
      const main = mainProcess(after, (path, n) => ({
        body: page(path.includes('after') ? null : `/v2/stocks?after=${n}`),
      }))
      const first = pages(1, { operation: 'navigate', linked: undefined })
      await storm(main, (n) => (n === 1 ? [first] : [{ _tag: 'Input', id: 1, value: n % 2 ? 'next' : 'first' }]))
      assert.ok(main.sent.length <= 600, `${main.sent.length} requests`)
      assert.ok(main.sent.length > 0)
    },
    'five thousand triggers': async (after) => {
      const main = mainProcess(after)
      const first = { _tag: 'Subscribe', id: 1, operation: 'watchUpdated', list: 'stocks', settings: {} }
      await storm(main, (n) => (n === 1 ? [first] : [{ _tag: 'Input', id: 1, value: null }]))
      assert.ok(main.sent.length > 0 && main.sent.length <= 10, `${main.sent.length} requests`)
      await othersAreServed(main)
    },
    'a hundred watchers that want to ask ten times a second': async (after) => {
      const main = mainProcess(after)
      const evil = hostilePage(main)
      const watched = { operation: 'watchUpdated', list: 'stocks', settings: { every: 100 } }
      for (let id = 1; id <= 100; id++) evil.say({ _tag: 'Subscribe', id, ...watched })
      evil.port.on('message', ({ _tag, id }) => _tag === 'Next' && evil.say({ _tag: 'Acknowledge', id, count: 1 }))
      for (let second = 0; second < 59; second++) {
        await new Promise(setImmediate)
        await new Promise(setImmediate)
        main.clock.advance(1000)
      }
      assert.ok(main.sent.length > 0 && main.sent.length <= 600, `${main.sent.length} requests in a minute`)
      evil.port.close()
    },
    'a page that is loaded a thousand times': async (after) => {
      const main = mainProcess(after)
      const { contents, ipcMain, sendPort } = ipc()
      const listening = main.exposed.listen(ipcMain)
      after(() => listening.unsubscribe())
      const window = contents(7)
      for (let n = 0; n < 1000; n++) {
        const port = sendPort({ url: 'app://bundle/' }, window)
        const closed = once(port, 'close')
        port.postMessage({ _tag: 'Hello', version: 1 })
        port.postMessage(pages(1))
        port.postMessage({ _tag: 'Evil' })
        port.start()
        await closed
      }
      assert.ok(main.sent.length > 0 && main.sent.length <= 600, `${main.sent.length} requests in a minute`)
    },
    'a text of twenty megabytes': async (after) => {
      const main = mainProcess(after)
      const evil = hostilePage(main)
      evil.say(pages('x'.repeat(20 << 20)))
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
]
