// The page of serveInspector and of `rxbank inspect` in Chromium: a tape's lanes, and what a process that runs does.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { firstValueFrom, lastValueFrom, Subject } from 'rxjs'
import { check } from '../package/check.cjs'
import { violations } from './axe.mjs'

const labels = (tab, name) =>
  tab.locator(`.lane[aria-label^="${name}, "] .item`).evaluateAll((items) => items.map((item) => item.ariaLabel))

const connected = (tab) => tab.getByText('Connected', { exact: true }).waitFor()

/** A tab that notes what is wrong in it, and every address that it asks. */
const watchedTab = async (browser) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const tab = await context.newPage()
  const complaints = []
  const asked = []
  tab.on('console', (message) => complaints.push(message.text()))
  tab.on('pageerror', (error) => complaints.push(error.message))
  tab.on('request', (request) => asked.push(request.url()))
  return { context, tab, complaints, asked }
}

/** Records two pages of banks, the first after a 503. */
const recordTape = async (installed, file) => {
  const { createClient, documentedProfile } = installed('rxbank')
  const { writeTape } = installed('rxbank/node')
  const { createSandbox } = installed('rxbank/sandbox')
  const { recordHttp } = installed('rxbank/tape')
  const { credentials, faults, http } = createSandbox({ profile: documentedProfile, banks: 120 })
  faults.add({ kind: 'status', status: 503, on: 'banks' })
  const tape$ = new Subject()
  const written = lastValueFrom(tape$.pipe(writeTape(file)), { defaultValue: undefined })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http: recordHttp(http, tape$),
  })
  await lastValueFrom(client.banks.pages({ limit: 60 }))
  tape$.complete()
  await written
}

const checkTape = async (browser, project, installed) => {
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-'))
  const file = join(folder, 'banks.tape')
  await recordTape(installed, file)
  const main = join(project, 'node_modules/rxbank/dist/node/cli/main.js')
  const command = spawn(process.execPath, [main, 'inspect', '--tape', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(command.stdout)[Symbol.asyncIterator]()
  const nextAddress = async () => JSON.parse((await lines.next()).value).address
  const { context, tab, complaints, asked } = await watchedTab(browser)
  try {
    const address = await nextAddress()
    const { origin } = new URL(address)
    await tab.goto(address)
    await connected(tab)

    await check('rxbank inspect shows the lanes of a tape', async () => {
      await tab.locator('.item').first().waitFor()
      assert.deepEqual(await labels(tab, 'banks.list'), [
        'Request 1: banks.list, page 1, answered, 2 attempts',
        'Request 3: banks.list, page 2, answered',
      ])
      await tab.locator('[data-id=request-3]').click()
      assert.match(await tab.locator('.details').innerText(), /the next page after request 1/)
    })

    await check('the address has no token when it was opened; the page loads again, another tab does not', async () => {
      assert.equal(tab.url(), `${origin}/`)
      await tab.reload()
      await connected(tab)
      const other = await watchedTab(browser)
      await other.tab.goto(address)
      await other.tab.getByText(/^Access denied/).waitFor()
      await other.tab.goto(await nextAddress())
      await connected(other.tab)
      await other.context.close()
    })

    await check('what there is can be saved as HAR', async () => {
      const [download] = await Promise.all([tab.waitForEvent('download'), tab.getByText('Save as HAR').click()])
      const { log } = JSON.parse(readFileSync(await download.path(), 'utf8'))
      assert.deepEqual(
        log.entries.map(({ response }) => response.status),
        [503, 200, 200],
      )
    })

    await check('the page has no violations and no scroll bar, at 320 and 1280 px, light and dark', async () => {
      const found = []
      for (const width of [320, 1280])
        for (const colorScheme of ['light', 'dark']) {
          await tab.setViewportSize({ width, height: 900 })
          await tab.emulateMedia({ colorScheme })
          found.push(await violations(tab))
          assert.ok((await tab.evaluate('document.documentElement.scrollWidth')) <= width)
        }
      assert.deepEqual(found.flat(), [])
    })

    await check('what is cleared is hidden in this page alone', async () => {
      await tab.getByRole('button', { name: 'Clear' }).click()
      assert.equal(await tab.locator('.item').count(), 0)
      await tab.reload()
      await tab.locator('.item').first().waitFor()
    })

    await check('the page asks nobody else, and nothing is written to the console', () => {
      assert.deepEqual(
        asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('blob:')),
        [],
      )
      assert.deepEqual(complaints, [])
    })

    await check('Ctrl-C ends rxbank inspect with 0', async () => {
      command.kill('SIGINT')
      assert.deepEqual(await once(command, 'exit'), [0, null])
    })
  } finally {
    command.kill('SIGKILL')
    await context.close()
    rmSync(folder, { recursive: true })
  }
}

const checkProcess = async (browser, installed) => {
  const { createClient, documentedProfile } = installed('rxbank')
  const { createInspector } = installed('rxbank/devtools')
  const { serveInspector } = installed('rxbank/node')
  const { createSandbox } = installed('rxbank/sandbox')
  const { credentials, http } = createSandbox({ profile: documentedProfile })
  const inspector = createInspector()
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    ...credentials,
    http,
    policy: inspector.policy,
  })
  inspector.observe(client.events$)
  const addresses = new Subject()
  const first = firstValueFrom(addresses)
  const serving = serveInspector(inspector.inspection$).subscribe(addresses)
  const { context, tab } = await watchedTab(browser)
  try {
    await tab.goto(await first)
    await connected(tab)

    await check('what a process does arrives in the page that looks at it', async () => {
      await tab.getByText('Nothing has happened yet').waitFor()
      await lastValueFrom(inspector.inspect(client.categories.pages(), 'mine'))
      await tab.locator('.lane[aria-label^="mine, "]').waitFor()
      assert.deepEqual(await labels(tab, 'categories.list'), ['Request 1: categories.list, page 1, answered'])
    })

    await check('the page says so when the process has gone', async () => {
      serving.unsubscribe()
      await tab.getByText(/^Not connected/).waitFor()
      assert.equal((await labels(tab, 'mine')).length > 0, true)
    })
  } finally {
    serving.unsubscribe()
    await context.close()
  }
}

export const checkServedInspector = async (browser, project) => {
  const installed = createRequire(`${project}/`)
  await checkTape(browser, project, installed)
  await checkProcess(browser, installed)
}
