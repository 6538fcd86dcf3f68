// node spec/browser/electron/run.mjs <example> [folder]: drives the example of Electron, built and installed, in Chromium:
// its main process here in Node, with electron.mjs in Electron's place. Each check prints a line, as in TAP; pictures of
// the window go to the folder.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { register } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { take } from 'rxjs'
import { check } from '../../package/check.cjs'
import { launch } from '../launch.mjs'
import { app, BrowserWindow, harness, ipcMain, protocol } from './electron.mjs'

const [example, pictures] = process.argv.slice(2).map((path) => resolve(path))
const dist = join(example, 'dist')
const load = (file) => import(pathToFileURL(file).href)
/** An entry of the library that the example has installed, the same copy as its main process loads. */
const entry = (path) => load(join(example, 'node_modules/rxbank/dist/node', path))
const { createVirtualClock, reveal } = await entry('index.js')
const { exposeStreams } = await entry('electron.js')

const standIn = JSON.stringify(new URL('electron.mjs', import.meta.url).href)
register(
  `data:text/javascript,${encodeURIComponent(
    `export const resolve = (name, context, next) =>
      name === 'electron' ? { url: ${standIn}, shortCircuit: true } : next(name, context)`,
  )}`,
)

const browser = await launch(
  // Electron has it, Chromium not yet.
  '--enable-blink-features=MessagePortCloseEvent',
)
harness.use(browser)

const complaints = []

const listenTo = (tab) => {
  tab.on('console', (message) => complaints.push(message.text()))
  tab.on('pageerror', (error) => complaints.push(error.message))
}

/** Waits until something is so, while `meanwhile` goes on. */
const until = async (what, isSo, meanwhile = () => undefined) => {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(20)) {
    if (await isSo()) return
    meanwhile()
  }
  assert.fail(`it never came that ${what}`)
}

const shot = async (tab, name) => {
  if (pictures !== undefined) await tab.screenshot({ path: join(pictures, `${name}.png`) })
}

const count = (tab, selector) => tab.locator(selector).count()

const isFilled = async (tab) =>
  (await count(tab, '#items .card[data-tone]')) === 2 &&
  (await count(tab, '#stocks .row')) === 8 &&
  (await count(tab, '#transactions tbody tr')) === 8

const bankApi = await load(join(dist, 'bank.js'))

// The example as it is.
try {
  await check('the example opens its window, and shows the items, stocks and transactions of its user', async () => {
    await load(join(dist, 'main.js'))
    const [window] = BrowserWindow.getAllWindows()
    listenTo(window.tab)
    await until('all is shown', () => isFilled(window.tab))
    assert.equal(await window.tab.textContent('#connection'), 'live')
  })

  await check('it ends with its window', async () => {
    const [window] = BrowserWindow.getAllWindows()
    const isQuit = new Promise((end) => app.once('will-quit', end))
    await window.tab.close()
    await isQuit
    await until('its ports are closed', () => harness.openPorts() === 0)
    assert.equal(ipcMain.eventNames().length, 0)
  })

  // Its page, preload script and bank again, in time that the suite makes.
  const clock = createVirtualClock({ start: Date.now() })
  const { client, user, sandbox } = bankApi.openBank({ clock })
  const tokens = new Set()
  sandbox.journal.changes$.subscribe(({ headers: { authorization } }) => {
    if (authorization !== undefined) tokens.add(reveal(authorization).replace('Bearer ', ''))
  })
  const ownPage = 'app://rxbank/index.html'
  const testPage = 'app://test/index.html'
  const accepts = ({ url }) => url.startsWith('app://rxbank/') || url.startsWith('app://test/')
  const exposed = exposeStreams(client, { user, accepts, maxEvents: 100 }).listen(ipcMain)

  const exampleFile = protocol.handler()
  const developed = await build({
    entryPoints: [join(example, 'src/page/page.ts')],
    bundle: true,
    define: { DEVELOPMENT: 'true' },
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  let isDeveloped = false
  const script = await build({
    stdin: { contents: readFileSync(new URL('page.ts', import.meta.url), 'utf8'), loader: 'ts', resolveDir: example },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    tsconfigRaw: {},
    write: false,
  })
  const testFiles = {
    '/index.html': ['text/html', '<!doctype html><body></body><script type="module" src="page.js"></script>'],
    '/page.js': ['text/javascript', script.outputFiles[0].text],
    '/empty.html': ['text/html', '<!doctype html><body></body>'],
    '/forger.html': ['text/html', '<script src="forger.js"></script>'],
    '/forger.js': ['text/javascript', readFileSync(new URL('forger.js', import.meta.url))],
  }
  protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url.replace(/^app:/, 'http:'))
    if (host === 'rxbank' && pathname === '/page.js' && isDeveloped)
      return new Response(developed.outputFiles[0].text, { headers: { 'Content-Type': 'text/javascript' } })
    if (host === 'rxbank') return exampleFile(request)
    const [type, body] = testFiles[pathname] ?? ['text/plain', '']
    return new Response(body, { headers: { 'Content-Type': type } })
  })

  const open = async (url, preferences = {}) => {
    const window = new BrowserWindow({
      width: 1120,
      height: 780,
      webPreferences: { preload: join(dist, 'preload.cjs'), contextIsolation: true, sandbox: true, ...preferences },
    })
    await window.loadURL(url)
    listenTo(window.tab)
    return window
  }

  const tick = () => clock.advance(1000)
  const untilFilled = (tab) => until('all is shown', () => isFilled(tab), tick)

  /** Nothing is left of any page: no port, no timer, no request in flight, and none in the hour that follows. */
  const nothingIsLeft = async () => {
    await until('every port is closed', () => harness.openPorts() === 0)
    assert.equal(clock.pending(), 0)
    const { started, inFlight } = sandbox.journal.counts()
    assert.equal(inFlight, 0)
    clock.advance(3_600_000)
    assert.equal(sandbox.journal.counts().started, started)
  }

  const window = await open(ownPage)
  const { tab } = window

  await check('a page shows each status of a refresh', async () => {
    await untilFilled(tab)
    sandbox.refresh(187001, { authenticating: 100_000, retrieving: 100_000 })
    const said = (text) => async () =>
      (await tab.locator('#items .card', { hasText: '187001' }).textContent()).includes(text)
    await until('the bank is signed in at', said('signing in'), tick)
    await until('accounts are read', said('reading accounts'), tick)
    await shot(tab, 'refreshing')
    await until('it has ended', said('up to date'), tick)
  })

  await check('stocks move', async () => {
    await until('some went up', async () => (await count(tab, '#stocks [data-move=up]')) > 0, tick)
    await until('some went down', async () => (await count(tab, '#stocks [data-move=down]')) > 0, tick)
  })

  const rows = () => tab.locator('#transactions tbody').innerText()
  const shows = (page) => until(page, async () => (await tab.textContent('#page-number')) === page, tick)

  await check('transactions are paged back and forth', async () => {
    const newest = await rows()
    assert.equal(await tab.isDisabled('[data-command=previous]'), true)
    await tab.click('[data-command=next]')
    await shows('page 2')
    const older = await rows()
    assert.notEqual(older, newest)
    await tab.click('[data-command=next]')
    await shows('page 3')
    await tab.click('[data-command=previous]')
    await shows('page 2')
    assert.equal(await rows(), older)
    await tab.click('[data-command=first]')
    await shows('page 1')
    assert.equal(await rows(), newest)
  })

  await check('a failure is told beside the page that stays, and mended by another try', async () => {
    sandbox.faults.add({ kind: 'status', status: 404, on: 'transactions' })
    await tab.click('[data-command=next]')
    await until('it is told', () => tab.isVisible('#transactions .error'), tick)
    assert.equal(await count(tab, '#transactions tbody tr'), 8)
    await shot(tab, 'failure')
    await tab.click('[data-command=reload]')
    await until('it is gone', async () => !(await tab.isVisible('#transactions .error')), tick)
  })

  await check('the page sees nothing of the preload script or of Electron', async () => {
    const names = [
      'require',
      'module',
      'exports',
      'process',
      'ipcRenderer',
      'electron',
      'rxbankToMain',
      'rxbankFromMain',
    ]
    const types = await tab.evaluate((all) => all.map((name) => typeof globalThis[name]), names)
    assert.deepEqual(new Set(types), new Set(['undefined']))
  })

  await check('its policy lets it ask nobody, and run no other code', async () => {
    assert.equal(
      await tab.evaluate(() =>
        fetch('https://elsewhere.example/').then(
          () => 'asked',
          () => 'refused',
        ),
      ),
      'refused',
    )
    assert.equal(
      await tab.evaluate(() => {
        const element = document.createElement('div')
        try {
          element.innerHTML = '<b></b>'
          return 'taken'
        } catch {
          return 'refused'
        }
      }),
      'refused',
    )
    complaints.length = 0
  })

  await check('a navigation within the document leaves its port alone', async () => {
    const opened = harness.ports.length
    await tab.evaluate(() => (location.hash = 'stocks'))
    const before = await tab.textContent('#stocks')
    await until('stocks move on', async () => (await tab.textContent('#stocks')) !== before, tick)
    assert.deepEqual([harness.ports.length, harness.openPorts()], [opened, 1])
  })

  await check('after a reload the page has a port of its own, and nothing of the old one is left', async () => {
    const old = harness.ports.at(-1)
    await tab.reload()
    await untilFilled(tab)
    await until('the old one is closed', () => old.isClosed)
    assert.equal(harness.openPorts(), 1)
    await shot(tab, 'wide')
    await tab.setViewportSize({ width: 390, height: 844 })
    await shot(tab, 'narrow')
    await tab.goto('about:blank')
    await nothingIsLeft()
  })

  await check('a page that is left leaves nothing', async () => {
    await window.loadURL(ownPage)
    await untilFilled(tab)
    assert.notEqual(clock.pending(), 0)
    await window.loadURL('app://elsewhere/index.html')
    await nothingIsLeft()
  })

  await check('as it is developed, a button in the corner opens the inspector of the main process', async () => {
    await window.loadURL(ownPage)
    await untilFilled(tab)
    assert.equal(await count(tab, 'rxbank-inspector'), 0)
    isDeveloped = true
    await window.loadURL(ownPage)
    await untilFilled(tab)
    isDeveloped = false
    const panel = tab.locator('rxbank-inspector')
    assert.equal(await panel.isVisible(), false)
    await tab.getByRole('button', { name: 'Inspect', exact: true }).click()
    const polls = panel.locator('.lane[aria-label^="stocks.updated, "] .item')
    await until('requests are shown', async () => (await polls.count()) > 0, tick)
    await polls.first().click()
    assert.match(await panel.locator('.details').innerText(), /stocks\.updated/)
    await shot(tab, 'inspector')
    await tab.getByRole('button', { name: 'Close the inspector' }).click()
    assert.equal(await panel.isVisible(), false)
    await tab.goto('about:blank')
    await nothingIsLeft()
  })

  await check('a window that is closed leaves nothing, and a request in flight is aborted', async () => {
    await window.loadURL(ownPage)
    await untilFilled(tab)
    sandbox.faults.add({ kind: 'latency', ms: 60_000, on: 'transactions' })
    await tab.click('[data-command=next]')
    await until('it is in flight', () => sandbox.journal.counts().inFlight > 0)
    const { aborted } = sandbox.journal.counts()
    await tab.close()
    await nothingIsLeft()
    assert.ok(sandbox.journal.counts().aborted > aborted)
    assert.deepEqual(window.webContents.eventNames(), [])
  })

  await check('a page whose process ends leaves nothing', async () => {
    const crashing = await open(ownPage)
    await untilFilled(crashing.tab)
    const isGone = new Promise((end) => crashing.webContents.once('render-process-gone', end))
    crashing.crash()
    await isGone
    await nothingIsLeft()
    await crashing.tab.close()
  })

  await check('a frame that is removed leaves nothing', async () => {
    const framing = await open('app://test/empty.html', { nodeIntegrationInSubFrames: true })
    await framing.tab.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.src = 'index.html'
      document.body.append(frame)
    })
    await until('the frame is there', () => framing.tab.frames().some((frame) => frame.url().endsWith('/index.html')))
    const frame = framing.tab.frames().find((each) => each.url().endsWith('/index.html'))
    await frame.waitForFunction(() => 'page' in globalThis)
    await frame.evaluate(() => globalThis.page.watch())
    await until('it watches', () => clock.pending() > 0, tick)
    await framing.tab.evaluate(() => document.querySelector('iframe').remove())
    await nothingIsLeft()
    await framing.tab.close()
  })

  await check('a page at another address is refused', async () => {
    const foreign = await open('app://foreign/index.html')
    await foreign.tab.waitForFunction(() => 'page' in globalThis)
    const { started } = sandbox.journal.counts()
    assert.match(await foreign.tab.evaluate(() => globalThis.page.refusal()), /"_tag":"ConfigError".*accepts/)
    assert.equal(sandbox.journal.counts().started, started)
    await foreign.tab.close()
    await nothingIsLeft()
  })

  const own = await open(testPage)
  await own.tab.waitForFunction(() => 'page' in globalThis)

  await check('a frame gets no port in the place of its page, nor makes the page take one of its own', async () => {
    assert.equal(await own.tab.evaluate(() => globalThis.page.takesForgery()), false)
  })

  await check(
    'to a page that does not read, no more goes than it has room for, and it is told what it missed',
    async () => {
      await own.tab.evaluate(() => globalThis.page.follow())
      const posted = () => harness.ports.reduce((sum, port) => sum + port.posted, 0)
      const ask = () => client.banks.pages({ limit: 1 }).pipe(take(1)).subscribe()
      await until('it follows', async () => (await own.tab.evaluate(() => globalThis.page.seen().length)) > 0, ask)
      const before = posted()
      const blocked = own.tab.evaluate(() => globalThis.page.block(1500))
      for (let i = 0; i < 10_000; i++) ask()
      const sent = posted() - before
      console.log(`a page that does not read: 10,000 requests, ${sent} messages`)
      assert.ok(sent < 1000)
      await blocked
      await until('it is told', async () =>
        (await own.tab.evaluate(() => globalThis.page.seen())).some((each) => each.startsWith('missed')),
      )
      await own.tab.evaluate(() => globalThis.page.leave())
    },
  )

  await check('no secret and no token is in what crossed, nor in what pages load', async () => {
    assert.notEqual(tokens.size, 0)
    const secrets = [sandbox.credentials.clientSecret, ...tokens]
    const bundles = ['preload.cjs', ...readdirSync(join(dist, 'page')).map((file) => join('page', file))]
    const texts = [...harness.crossed, ...bundles.map((file) => readFileSync(join(dist, file), 'utf8'))]
    assert.ok(harness.crossed.length > 100)
    assert.deepEqual(
      texts.filter((text) => secrets.some((secret) => text.includes(secret))),
      [],
    )
  })

  await check('nothing is written to the console', () => {
    assert.deepEqual(complaints, [])
  })

  await own.tab.close()
  await nothingIsLeft()
  exposed.unsubscribe()
} finally {
  await browser.close()
}
console.log('# end')
