// node spec/browser/reactApp/run.mjs: builds docs/examples/react and drives it in Chromium, against its own server and the
// sandbox behind that. Each check prints a line, as in TAP. The example is installed before.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { check } from '../../package/check.cjs'
import { canariesOf } from '../app/canaries.mjs'
import { watch } from '../app/journal.mjs'
import { observe } from '../app/observe.mjs'
import { openBrowser } from '../app/openBrowser.mjs'
import { checkAccounts, checkStart } from './accounts.mjs'
import { buildApp } from './build.mjs'
import { checkBundle } from './bundle.mjs'
import { checkLooks } from './looks.mjs'
import { checkRelinks } from './relinks.mjs'
import { checkTransactions } from './transactions.mjs'
import { checkTroubles } from './troubles.mjs'
import { checkUnits } from './units.mjs'
import { checkConsents, checkVisits } from './visits.mjs'

const project = fileURLToPath(new URL('../../../docs/examples/react', import.meta.url))

const built = await buildApp(project)
const { listen, startParts } = await import(`${project}/dist/server/startServer.js`)
const { createClient, reveal } = await import(`${project}/node_modules/rxbank/dist/node/index.js`)
const { bridge2025 } = await import(`${project}/node_modules/rxbank/dist/node/bridge.js`)

/** The first value of a stream, which goes on. */
const start = (stream) =>
  new Promise((resolve, reject) => {
    const subscription = stream.subscribe({ next: (value) => resolve({ value, subscription }), error: reject })
  })

/** The app's server, which can be stopped and started again. */
const serve = async (app) => {
  let listening = await start(listen(app, 0))
  return {
    url: listening.value,
    stop: () => listening.subscription.unsubscribe(),
    start: async (port) => {
      listening = await start(listen(app, port))
    },
  }
}

/** In how many milliseconds after the start the first consents end. */
const lead = 20_000

const parts = await start(startParts(`${project}/dist/app`, lead))
const developedParts = await start(startParts(`${project}/dist/developed`, 600_000))
const server = await serve(parts.value.app)
const developedServer = await serve(developedParts.value.app)
const { url } = server
const { sandbox } = parts.value.bank
const { credentials, users } = sandbox
const [camille, noor] = users

await checkBundle(built, Object.values(credentials))
await checkUnits(project)

const { tabs, browser, close } = await openBrowser()
try {
  const journal = watch(sandbox)
  const observed = await observe(tabs)
  const tab = await tabs.newPage()
  await tab.setViewportSize({ width: 1280, height: 860 })
  const client = createClient({ profile: bridge2025, ...credentials, http: sandbox.http })
  const user = client.user({ userUuid: camille.uuid })
  const others = await browser.newContext()
  const observedOfOthers = await observe(others)
  const other = await others.newPage()
  const common = { tabs, tab, url, sandbox, server, user, journal, observed, camille, noor }

  await checkStart({ tab: other, url, developedUrl: developedServer.url })
  await checkAccounts(common)
  await checkTransactions(common)
  await checkVisits({ ...common, tab: other })
  await checkConsents({ ...common, tab: other })
  await checkRelinks({ ...common, tab: other })
  await checkLooks(common)

  await check('nothing was complained of but the two pages that were made to fail, and banks that were removed', () => {
    const complaints = [...observed.complaints(), ...observedOfOthers.complaints()]
    assert.deepEqual(
      complaints.filter((text) => !/status of (422|410|404)|Download the React DevTools/.test(text)),
      [],
    )
  })

  await checkTroubles(common)

  await check('the server sends pages that run nothing else and are framed nowhere', async () => {
    const policy = (await fetch(`${url}/login`)).headers.get('content-security-policy')
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+'; connect-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'/)
    assert.doesNotMatch(policy, /unsafe|\*/)
  })

  await check('no secret and no token was in what went between the browser and the server, or is kept', async () => {
    const canaries = canariesOf(sandbox, reveal)
    const kept = await tab.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
    const { text, headersSent } = await observed.traffic()
    assert.ok(text.includes('/api/bank/v3/aggregation/transactions?handle='))
    for (const canary of canaries) assert.ok(!text.includes(canary) && !kept.includes(canary))
    for (const name of ['authorization', 'client-id', 'client-secret']) assert.ok(!headersSent.has(name))
  })
} finally {
  await close()
  for (const { stop } of [server, developedServer]) stop()
  for (const { subscription } of [parts, developedParts]) subscription.unsubscribe()
}
console.log('# end')
