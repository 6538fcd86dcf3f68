// node spec/browser/angular/run.mjs: builds docs/examples/angular by its CLI and drives it in Chromium, against its own
// server and the sandbox behind that. Each check prints a line, as in TAP. The example is installed before.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { check } from '../../package/check.cjs'
import { canariesOf } from '../app/canaries.mjs'
import { watch } from '../app/journal.mjs'
import { observe } from '../app/observe.mjs'
import { openBrowser } from '../app/openBrowser.mjs'
import { checkAccount } from './account.mjs'
import { buildApp } from './build.mjs'
import { checkBundle } from './bundle.mjs'
import { checkEndingConsents, checkRenewal } from './consents.mjs'
import { checkEndings } from './endings.mjs'
import { checkInspector } from './inspector.mjs'
import { checkPages, open } from './pages.mjs'
import { checkSessions } from './sessions.mjs'

const project = fileURLToPath(new URL('../../../docs/examples/angular', import.meta.url))

const built = buildApp(project)
const { startServer } = await import(`${project}/dist/server/startServer.js`)
const { reveal } = await import(`${project}/node_modules/rxbank/dist/node/index.js`)

let server
const { url, sandbox } = await new Promise((next, error) => {
  server = startServer(0).subscribe({ next, error })
})
const { credentials, users } = sandbox
const [camille, noor] = users
await checkBundle(project, built, Object.values(credentials))

const { tabs, browser, close } = await openBrowser()
try {
  const journal = watch(sandbox)
  const observed = await observe(tabs)
  const tab = await tabs.newPage()
  await tab.setViewportSize({ width: 1280, height: 860 })

  // One of the consents ends a minute after the start of the server: meanwhile other pages are checked.
  const noorsTabs = await browser.newContext()
  const observedOfNoor = await observe(noorsTabs)
  const consents = await noorsTabs.newPage()
  await checkEndingConsents({ tab: consents, url })
  await checkPages({ tab, url, sandbox, journal, camille })
  await checkAccount({ tab, sandbox, camille })

  const stocksOfNoor = await noorsTabs.newPage()
  await stocksOfNoor.goto(url)
  await open(stocksOfNoor, 'Stocks')
  await checkEndings({ tabs, tab, stocksOfNoor, sandbox, journal, observed, camille, noor })
  await checkRenewal({ tab: consents, url })

  await check('nothing was complained of by the pages of the other user', () => {
    assert.deepEqual(observedOfNoor.complaints(), [])
  })
  await checkSessions({ tab, observed })

  await check('the server sends pages that run nothing else and are framed nowhere', async () => {
    const { headers } = await fetch(url)
    const policy = headers.get('content-security-policy')
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+'; connect-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types angular/)
    assert.doesNotMatch(policy, /unsafe|\*/)
  })

  await check('no secret and no token was in what went between the browser and the server, or is kept', async () => {
    const canaries = canariesOf(sandbox, reveal)
    for (const [page, { traffic }, asked] of [
      [tab, observed, '/api/bank/v2/transactions?handle='],
      [consents, observedOfNoor, '/api/connect/'],
    ]) {
      const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
      const { text, headersSent } = await traffic()
      assert.ok(text.includes(asked))
      for (const canary of canaries) assert.ok(!text.includes(canary) && !kept.includes(canary))
      assert.ok(headersSent.has('rxbank-gateway'))
      for (const name of ['authorization', 'client-id', 'client-secret']) assert.ok(!headersSent.has(name))
    }
  })

  await checkInspector({ browser, project, url })
} finally {
  await close()
  server.unsubscribe()
}
console.log('# end')
