import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { check } from '../../package/check.cjs'
import { buildDeveloped } from './build.mjs'

/** The server of the example, as `npm start` runs it. */
const serve = async (project) => {
  const server = spawn(process.execPath, [join(project, 'dist/server/main.js')], { env: { ...process.env, PORT: '0' } })
  const [line] = await once(server.stdout, 'data')
  return { address: /http:\S+(?=;)/.exec(String(line))[0], end: () => server.kill() }
}

/** Checks that the app has the inspector as it is developed, which it is built for, and no other way. */
export const checkInspector = async ({ browser, project, url }) => {
  const tab = await (await browser.newContext()).newPage()
  const complaints = []
  tab.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  tab.on('pageerror', (error) => complaints.push(error.message))
  const logIn = async (address) => {
    await tab.goto(address)
    await tab.getByRole('button', { name: 'Log in as Camille' }).click()
    await tab.locator('app-account-row').first().waitFor()
  }

  await check('an app that is built for production has no inspector', async () => {
    await logIn(url)
    assert.equal(await tab.locator('app-inspector-button').count(), 0)
    assert.equal(await tab.evaluate("customElements.get('rxbank-inspector') === undefined"), true)
  })

  buildDeveloped(project)
  const { address, end } = await serve(project)
  try {
    await check(
      'as it is developed, a button in the corner opens the inspector, which shows what is asked',
      async () => {
        await logIn(address)
        await tab.getByRole('button', { name: 'Inspect', exact: true }).click()
        const accounts = tab.locator('rxbank-inspector .lane[aria-label^="accounts.list, "] .item').first()
        await accounts.click()
        assert.match(await tab.locator('rxbank-inspector .details').innerText(), /accounts\.list, page 1/)
        await tab.getByRole('link', { name: 'Stocks', exact: true }).click()
        await tab.locator('rxbank-inspector .lane[aria-label^="stocks.updated, "] .item').first().waitFor()
      },
    )

    await check('the button closes it, and both fit a phone', async () => {
      await tab.setViewportSize({ width: 320, height: 720 })
      assert.equal(await tab.evaluate('document.documentElement.scrollWidth'), 320)
      await tab.getByRole('button', { name: 'Close the inspector' }).click()
      await tab.locator('rxbank-inspector').waitFor({ state: 'detached' })
      assert.deepEqual(complaints, [])
    })
  } finally {
    end()
  }
}
