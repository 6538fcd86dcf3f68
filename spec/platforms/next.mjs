// Next.js: the gateway, a page that the server renders, and a feed in Chromium.
import assert from 'node:assert/strict'
import { freePort } from '../browser/app/openBrowser.mjs'
import { launch } from '../browser/launch.mjs'
import { run, serve } from './processes.mjs'
import { readItems } from './requests.mjs'

export const heading = 'Next.js'

/** What `create-next-app` makes. */
export const files = {
  'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>\n',
}

export const verify = async ({ folder, env, sandbox }) => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const quiet = { ...env, NEXT_TELEMETRY_DISABLED: '1' }
  await run(folder, ['npx', 'next', 'build'], quiet)
  const output = await serve(folder, ['npx', 'next', 'start', '--port', String(port)], origin, quiet)

  await readItems(`${origin}/api/bank`, { Cookie: 'session=4f1c' })

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
