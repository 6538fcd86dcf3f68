// node spec/browser/run.mjs <project> [react18]: bundles page.ts against the rxbank installed in the project, and drives it
// in Chromium. React 18 is installed in the other. Each check prints a line, as in TAP.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { bundles, shownSize } from '../docs/figures.mjs'
import { check } from '../package/check.cjs'
import { bundle as bundleOf, checkBundles, gzipped } from './bundles.mjs'
import { checkInspector, inspectorPage } from './inspector.mjs'
import { launch } from './launch.mjs'
import { checkPlayground } from './playground/playground.mjs'
import { checkReact } from './react/react.mjs'
import { checkSandboxPages } from './sandboxPages.mjs'
import { checkServedInspector } from './servedInspector.mjs'

const [project, react18] = process.argv.slice(2)
const angularKilobytes = 2.9

const installed = createRequire(`${project}/`)
const { createClient, documentedProfile } = installed('rxbank')
const { createGateway, toNodeHandler } = installed('rxbank/node')
const { createSandbox } = installed('rxbank/sandbox')
const sandbox = createSandbox({ profile: documentedProfile, seed: 1 })
const [{ externalUserId, itemIds }] = sandbox.users

const gateway = toNodeHandler(
  createGateway(
    createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      http: sandbox.http,
    }),
    {
      prefix: '/api/bank',
      authorize: ({ headers }) => (headers.get('cookie') === 'session=1' ? { externalUserId } : null),
    },
  ),
)

const bundle = async (contents, options) => {
  const { metafile, outputFiles } = await build({
    stdin: { contents, loader: 'ts', resolveDir: project },
    absWorkingDir: project,
    bundle: true,
    format: 'esm',
    metafile: true,
    minify: true,
    platform: 'browser',
    write: false,
    ...options,
  })
  const [{ inputs }] = Object.values(metafile.outputs)
  const held = Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0)
  return { files: Object.keys(metafile.inputs), held, text: outputFiles[0].text }
}

const script = await bundle(readFileSync(new URL('page.ts', import.meta.url), 'utf8'))
const peers = ['rxjs', 'fp-ts', 'io-ts', '@angular/core', '@angular/common']
const gatewayClient = await bundle("export { createGatewayClient } from 'rxbank'", { external: peers })
const both =
  "export { createGatewayClient } from 'rxbank'; export { injectRxBank, injectStream, provideRxBank, withHttpClient } from 'rxbank/angular'"
const angular = await bundle(both, { external: peers })

await check('a bundle holds the code of browsers alone', () => {
  const others = /(cross|node)-fetch|crossFetch|sandbox\/listen\.|rxbank\/dist\/(cjs|node)\/|(fp-ts|io-ts)\/lib\//
  assert.deepEqual(
    script.files.filter((file) => others.test(file)),
    [],
  )
  assert.ok(script.files.includes('node_modules/rxbank/dist/browser/index.js'))
  assert.doesNotMatch(script.text, /\bnode:|\brequire\(/)
})

await check('rxbank and rxbank/angular together hold the core once', () => {
  const own = angular.files.filter((file) => file.includes('/rxbank/'))
  assert.deepEqual(
    own.filter((file) => !file.startsWith('node_modules/rxbank/dist/browser/')),
    [],
  )
  const core = gatewayClient.files.filter((file) => file.includes('/rxbank/'))
  assert.ok(core.every((file) => own.includes(file)))
  for (const mark of ['did you mean ', 'wrong configuration: ']) assert.equal(angular.text.split(mark).length, 2)
})

await check(`what Angular adds takes at most ${angularKilobytes} kB`, () => {
  const [whole, without] = [angular, gatewayClient].map(({ text }) => gzipSync(text, { level: 9 }).length)
  console.log(`rxbank/angular: ${((whole - without) / 1000).toFixed(2)} kB gzip more`)
  assert.ok(whole - without <= angularKilobytes * 1000)
})

await check('an app that keeps no values has nothing of it', () => {
  assert.ok(angular.held.some((file) => file.endsWith('/angular/injectStream.js')))
  assert.ok(!angular.held.some((file) => file.endsWith('/angular/withTransferState.js')))
})

await checkBundles(project)

for (const [name, contents] of Object.entries(bundles))
  await check(`the guide says how large ${name} is, to two per cent`, async () => {
    const measured = gzipped((await bundleOf(project, contents)).text) / 1000
    assert.ok(Math.abs(shownSize(name) / measured - 1) < 0.02, `${measured.toFixed(1)} kB; run npm run figures`)
  })

const pageHeaders = { 'Content-Security-Policy': "default-src 'self'", 'Content-Type': 'text/html' }
const asked = []
const throughGateway = []

/** The page, its script, and the service on one origin. */
const server = createServer(async (request, response) => {
  const { method, headers, url } = request
  if (url === '/') return response.writeHead(200, pageHeaders).end('<script type="module" src="/page.js"></script>')
  if (url === '/page.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script.text)
  if (url.startsWith('/api/bank/')) {
    throughGateway.push(request.rawHeaders.join('\n'))
    return gateway(request, response)
  }
  if (!url.startsWith('/v2/')) return response.writeHead(204).end()
  asked.push(headers)
  const answer = await sandbox.fetch(`http://${headers.host}${url}`, { method, headers })
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
})
await new Promise((resolve) => server.listen(0, 'localhost', resolve))

const browser = await launch()

try {
  const tab = await browser.newPage()
  const complaints = []
  tab.on('console', (message) => complaints.push(message.text()))
  tab.on('pageerror', (error) => complaints.push(error.message))
  await tab.goto(`http://localhost:${server.address().port}/`)
  const ask = (name) => tab.evaluate(`page.${name}()`)

  await check('banks are listed through the fetch of the browser', async () => {
    const ids = await ask('banksFromTheNetwork')
    assert.notEqual(ids.length, 0)
    assert.equal(new Set(ids).size, ids.length)
  })

  await check('they are listed by the client id alone', () => {
    assert.notEqual(asked.length, 0)
    for (const headers of asked) {
      assert.equal(headers['client-id'], sandbox.credentials.clientId)
      assert.equal(headers['client-secret'], undefined)
      assert.equal(headers.authorization, undefined)
    }
  })

  await check('the sandbox answers inside the page', async () => {
    assert.deepEqual(await ask('banksFromTheSandbox'), await ask('banksFromTheNetwork'))
    assert.equal(await ask('statusOfTheSandboxsFetch'), 200)
  })

  await check('a client secret is refused', async () => {
    assert.deepEqual(await ask('refusalOfTheSecret'), { tag: 'ConfigError', leaks: false })
  })

  await check('nobody authenticates, and the way out is told', async () => {
    assert.match(await ask('refusalOfAUser'), /token\$: expected .*gateway/)
  })

  await check('a gateway is asked with the cookies of the page, and with no credentials', async () => {
    await tab.evaluate("document.cookie = 'session=1'")
    assert.deepEqual((await ask('itemsThroughTheGateway')).sort(), [...itemIds].sort())
    const sent = throughGateway.join('\n')
    assert.match(sent, /^cookie\nsession=1$/im)
    assert.match(sent, /^rxbank-gateway\ninteractive$/im)
    assert.doesNotMatch(sent, /^(authorization|client-id|client-secret|service-version)$/im)
    for (const canary of Object.values(sandbox.credentials)) assert.ok(!sent.includes(canary))
  })

  await check("a stream becomes the browser's own Observable, with all its values", async () => {
    const { isItsOwn, ids, first } = await ask('banksThroughThePlatform')
    assert.equal(isItsOwn, true)
    assert.deepEqual(ids, await ask('banksFromTheSandbox'))
    assert.equal(first, ids[1])
  })

  await check('signals cancel it: the last one unsubscribes, and one that is aborted does not subscribe', async () => {
    assert.deepEqual(await ask('cancelledBySignals'), { seen: ['value', 0, 1], subscriptions: 1 })
    assert.equal(await ask('stoppedSynchronously'), 3)
  })

  await check('it fails as its stream does; without it the browser refuses a piped stream', async () => {
    assert.equal(await ask('failureThroughThePlatform'), 'Error: broken')
    assert.equal(await ask('isPipedRefusedByThePlatform'), true)
  })

  await check('a port is refused', async () => {
    assert.equal(await ask('isListeningRefused'), true)
  })

  await check('nothing is written to the console', () => {
    assert.deepEqual(complaints, [])
  })

  await checkInspector(browser, (await bundle(inspectorPage)).text)
  await checkServedInspector(browser, project)
  await checkSandboxPages(installed, browser)
  await checkReact(browser, project, react18)
  await checkPlayground(browser, project)
} finally {
  await browser.close()
  server.close()
}
console.log('# end')
