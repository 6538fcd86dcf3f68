// Pages of an Electron app that ask too often, or for too much.
import assert from 'node:assert/strict'
import { family } from '../support/cases.mjs'
import { page } from '../support/gateway.mjs'
import { electron, rxjs } from '../support/installed.mjs'
import { hostilePage, mainProcess, pages } from '../support/pages.mjs'
import { outcome } from '../support/victim.mjs'
import { ipc, othersAreServed } from '../support/windows.mjs'

const { connectStreams } = electron
const { firstValueFrom } = rxjs
const bounded = 'electron.md: a port has 256 subscriptions; nothing piles up; the rest of the app goes on'

export const cases = [
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
]
