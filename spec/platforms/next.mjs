// Next.js: the gateway on Node and on the edge runtime, a page that the server renders, and a feed in Chromium.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from '../browser/launch.mjs'
import { freePort, run, serve } from './processes.mjs'

export const heading = 'Next.js'

/** What `create-next-app` makes. */
export const files = {
  'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>\n',
}

/** The guide's route handler a second time, on the edge runtime. */
const addEdgeRoute = (folder, route) => {
  const edge = join(folder, 'app/api/edge/[...path]')
  mkdirSync(edge, { recursive: true })
  writeFileSync(join(edge, 'route.ts'), `${route.replace('/api/bank', '/api/edge')}export const runtime = 'edge'\n`)
}

export const verify = async ({ folder, env, recipe, sandbox }) => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const quiet = { ...env, NEXT_TELEMETRY_DISABLED: '1' }
  addEdgeRoute(folder, recipe.files.get('app/api/bank/[...path]/route.ts'))
  await run(folder, ['npx', 'next', 'build'], quiet)
  const output = await serve(folder, ['npx', 'next', 'start', '--port', String(port)], origin, quiet)

  const headers = { 'RxBank-Gateway': 'interactive' }
  for (const path of ['/api/bank', '/api/edge']) {
    const items = `${origin}${path}/v3/aggregation/items`
    assert.equal((await fetch(items, { headers })).status, 401)
    const response = await fetch(items, { headers: { ...headers, Cookie: 'session=4f1c' } })
    assert.equal((await response.json()).resources.length, 2)
  }

  const html = await (await fetch(origin)).text()
  assert.match(html, /<li>/)
  assert.doesNotMatch(html, /sandbox-secret/)

  const browser = await launch()
  try {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'session', value: '4f1c', url: origin }])
    const page = await context.newPage()
    const errors = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(origin)
    await page.locator('p').nth(20).waitFor()
    assert.deepEqual(errors, [])
  } finally {
    await browser.close()
  }
  assert.ok(sandbox.journal.counts().routes.transactions > 0)
  assert.doesNotMatch(output(), /error/i)
}
