// <rxbank-inspector> in Chromium, under a Content Security Policy that allows the page's own script and nothing else.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { check } from '../package/check.cjs'
import { violations } from './axe.mjs'

const headers = { 'Content-Security-Policy': "default-src 'none'; script-src 'self'", 'Content-Type': 'text/html' }
const html =
  '<!doctype html><html lang="en"><title>Inspector</title><meta name="viewport" content="width=device-width"><body><main><h1>A page</h1></main><script type="module" src="/page.js"></script>'

/** Serves the page with a script, until it is closed. */
export const serveInspector = async (script) => {
  const server = createServer(({ url }, response) => {
    if (url === '/') return response.writeHead(200, headers).end(html)
    if (url === '/page.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
    return response.writeHead(204).end()
  })
  await new Promise((resolve) => server.listen(0, 'localhost', resolve))
  return { address: `http://localhost:${server.address().port}/`, close: () => server.close() }
}

export const inspectorPage = readFileSync(new URL('inspectorPage.ts', import.meta.url), 'utf8')

const drawn = (tab) => tab.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

/** The labels of what is in a lane, by the beginning of the lane's own. */
const itemsIn = (tab, name) =>
  tab.locator(`.lane[aria-label^="${name}, "] .item`).evaluateAll((items) => items.map((item) => item.ariaLabel))

const detailsIn = async (tab) => (await tab.locator('.details').innerText()).replaceAll(/\s+/g, ' ')

export const checkInspector = async (browser, script) => {
  const { address, close } = await serveInspector(script)
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const complaints = []
  tab.on('console', (message) => complaints.push(message.text()))
  tab.on('pageerror', (error) => complaints.push(error.message))
  try {
    await tab.goto(address)

    await check('the inspector defines its element when it is told to, and not by its import', async () => {
      assert.equal(await tab.evaluate('page.isDefinedByImport'), false)
      assert.equal(await tab.locator('rxbank-inspector').getAttribute('role'), 'region')
      assert.match(await tab.locator('.status').innerText(), /^Nothing has happened yet/)
    })

    await check('the inspector shows requests, attempts and ends in the lanes of their operations', async () => {
      await tab.evaluate('page.run()')
      await drawn(tab)
      const banks = await itemsIn(tab, 'banks.list')
      assert.equal(banks[0], 'Request 1: banks.list, page 1, answered, 2 attempts')
      assert.ok(banks.length > 1)
      const categories = await itemsIn(tab, 'categories.list')
      assert.match(categories[0], /^Request \d+: categories.list, page 1, unsubscribed$/)
      assert.match(categories[1], /^Request \d+: categories.list, page 1, answered, 2 attempts, with a 429$/)
    })

    await check('the inspector shows marbles with the requests that they came of', async () => {
      const marbles = await itemsIn(tab, 'banks')
      assert.deepEqual(marbles.slice(0, 2), ['banks: subscribe', 'banks: next, of request 1'])
      assert.match(marbles.at(-1), /^banks: complete, of request \d+$/)
      const [subscribed, unsubscribed] = await itemsIn(tab, 'categories')
      assert.deepEqual([subscribed, unsubscribed], ['categories: subscribe', 'categories: unsubscribe'])
      assert.ok((await itemsIn(tab, 'Budget')).some((label) => label.includes('cool-down')))
    })

    await check('a click on a marble shows the request that caused it, and that one its story', async () => {
      await tab.getByRole('button', { name: 'banks: next, of request 1', exact: true }).click()
      const reported = await detailsIn(tab)
      assert.match(reported, /Request 1: banks\.list, page 1 .*cause a subscription to banks/)
      assert.match(reported, /status 503 in 120 ms; StatusError 503, next attempt in \d+ ms/)
      assert.equal(
        await tab.locator('.related').getAttribute('aria-label'),
        'Request 1: banks.list, page 1, answered, 2 attempts',
      )
      await tab.locator('.details .link').last().click()
      assert.match(await detailsIn(tab), /^Request 2: banks\.list, page 2 .*cause the next page after request 1/)
      assert.equal(await tab.locator('[aria-pressed=true].item').getAttribute('data-id'), 'request-2')
    })

    await check('arrows lead along a lane and to the next, and one item of all is in the order of tabs', async () => {
      await tab.locator('[data-id=request-1]').focus()
      await tab.keyboard.press('ArrowRight')
      const focused = () =>
        tab.evaluate("document.querySelector('rxbank-inspector').shadowRoot.activeElement.dataset.id")
      assert.equal(await focused(), 'request-2')
      await tab.keyboard.press('Home')
      assert.equal(await focused(), 'request-1')
      await tab.keyboard.press('ArrowUp')
      assert.match(await focused(), /^mark-/)
      await tab.keyboard.press('ArrowDown')
      await tab.keyboard.press('Enter')
      assert.equal(await tab.locator('.item[tabindex="0"]').count(), 1)
      await tab.evaluate('page.more()')
      await drawn(tab)
      assert.match(await focused(), /^request-/)
    })

    await check('a frozen inspector stands still, then catches up; a cleared one is empty', async () => {
      const count = async () => (await itemsIn(tab, 'banks.list')).length
      const before = await count()
      await tab.getByRole('button', { name: 'Freeze' }).click()
      await tab.evaluate('page.more()')
      await drawn(tab)
      assert.equal(await count(), before)
      await tab.getByRole('button', { name: 'Freeze' }).click()
      await drawn(tab)
      assert.ok((await count()) > before)
      assert.ok((await tab.evaluate('page.har()')) > before)
      await tab.getByRole('button', { name: 'Clear' }).click()
      await drawn(tab)
      assert.equal(await tab.locator('.item').count(), 0)
      assert.equal(await tab.evaluate('page.har()'), 0)
    })

    await check('the inspector fits 320 px, and every item has a name', async () => {
      await tab.evaluate('page.run()')
      await tab.setViewportSize({ width: 320, height: 700 })
      await drawn(tab)
      assert.ok((await tab.evaluate('document.documentElement.scrollWidth')) <= 320)
      const wide = await tab
        .locator('.chart, .details, .controls')
        .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length)
      assert.equal(wide, 0)
      assert.equal(await tab.locator('button:not([aria-label]):empty').count(), 0)
    })

    await check('the inspector obeys a policy of content that allows no style and no request', () => {
      assert.deepEqual(complaints, [])
    })

    await check('axe finds nothing in the inspector, empty, with items and with details, light and dark', async () => {
      const found = []
      for (const width of [320, 1280])
        for (const colorScheme of ['light', 'dark']) {
          await tab.setViewportSize({ width, height: 900 })
          await tab.emulateMedia({ colorScheme })
          await tab.getByRole('button', { name: 'Clear' }).click()
          await drawn(tab)
          found.push(await violations(tab))
          await tab.evaluate('page.run()')
          await drawn(tab)
          found.push(await violations(tab))
          await tab.locator('.item').first().click()
          await drawn(tab)
          found.push(await violations(tab))
        }
      assert.deepEqual(found.flat(), [])
    })
  } finally {
    await tab.close()
    close()
  }
}
