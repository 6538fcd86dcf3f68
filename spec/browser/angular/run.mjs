// node spec/browser/angular/run.mjs: builds docs/examples/angular by its CLI and drives it in Chromium, against its own
// server and the sandbox behind that. Each check prints a line, as in TAP. The example is installed before.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { check } from '../../package/check.cjs'
import { buildApp } from './build.mjs'
import { checkBundle } from './bundle.mjs'
import { checkConsents } from './consents.mjs'
import { checkEndings } from './endings.mjs'
import { checkInspector } from './inspector.mjs'
import { watch } from './journal.mjs'
import { observe } from './observe.mjs'
import { openBrowser } from './openBrowser.mjs'
import { checkPages, open } from './pages.mjs'

const project = fileURLToPath(new URL('../../../docs/examples/angular', import.meta.url))

const built = buildApp(project)
const { startServer } = await import(`${project}/dist/server/startServer.js`)
const { reveal } = await import(`${project}/node_modules/rxbank/dist/esm/index.js`)

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
  await checkPages({ tab, url, sandbox, journal, camille })
  await checkConsents({ tab, url })

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(url)
  await elsewhere.getByRole('button', { name: 'Log in as Noor' }).click()
  await open(elsewhere, 'Stocks')
  await checkEndings({ tabs, tab, sandbox, journal, observed, camille, noor })

  await check('the server sends pages that run nothing else and are framed nowhere', async () => {
    const { headers } = await fetch(url)
    const policy = headers.get('content-security-policy')
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+'; connect-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types angular/)
    assert.doesNotMatch(policy, /unsafe|\*/)
  })

  await check('no secret and no token was in what went between the browser and the server, or is kept', async () => {
    const tokens = sandbox.journal
      .entries()
      .flatMap(({ headers }) => (headers.authorization === undefined ? [] : [reveal(headers.authorization)]))
    const canaries = new Set([
      ...Object.values(credentials),
      ...tokens.map((header) => header.replace(/^Bearer /i, '')),
    ])
    assert.ok(canaries.size >= 5)
    const kept = await tab.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
    const { text, headersSent } = await observed.traffic()
    assert.ok(text.includes('/api/bank/v2/transactions?handle='))
    for (const canary of canaries) assert.ok(!text.includes(canary) && !kept.includes(canary))
    assert.ok(headersSent.has('rxbank-gateway'))
    for (const name of ['authorization', 'client-id', 'client-secret']) assert.ok(!headersSent.has(name))
  })

  await checkInspector({ browser, project, url })
} finally {
  await close()
  server.unsubscribe()
}
