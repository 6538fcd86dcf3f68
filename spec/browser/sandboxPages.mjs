// The pages of a sandbox in Chromium, without scripts: a person connects a bank, repairs it, and shares other accounts.
import assert from 'node:assert/strict'
import { firstValueFrom } from 'rxjs'
import { check } from '../package/check.cjs'
import { violationsOfSchemes } from './axe.mjs'

const callbackUrl = 'http://127.0.0.1:9/connected'

/** A sandbox on a port, whose first user has an item that waits for a login. */
const serve = async (installed) => {
  const { createClient } = installed('rxbank')
  const { bridge2025, connectSession, userManagementSession } = installed('rxbank/bridge')
  const { createSandbox } = installed('rxbank/sandbox')
  const sandbox = createSandbox({ profile: bridge2025, transactions: 40 })
  let stop
  const baseUrl = await new Promise((resolve, reject) => {
    stop = sandbox.listen().subscribe({ next: resolve, error: reject })
  })
  const [{ uuid, itemIds }] = sandbox.users
  sandbox.refresh(itemIds[0], { outcome: 'invalid_creds', authenticating: 0 })
  const user = createClient({ profile: bridge2025, baseUrl, ...sandbox.credentials }).user({ userUuid: uuid })
  const form = { accountTypes: 'all', callbackUrl }
  const [connect, manage] = await Promise.all([
    firstValueFrom(user.send(connectSession({ ...form, userEmail: 'ada@mail.example' }))),
    firstValueFrom(user.send(userManagementSession(form))),
  ])
  return { sandbox, stop, connect: connect.url, manage: manage.url }
}

/** What is wrong with the page: too wide at 320 px, or not accessible. */
const faultsOf = async (tab, looking) => {
  const isTooWide = await tab.evaluate('document.documentElement.scrollWidth > innerWidth')
  await looking.goto(tab.url())
  const { light, dark } = await violationsOfSchemes(looking)
  return [...(isTooWide ? ['too wide'] : []), ...light, ...dark]
}

export const checkSandboxPages = async (installed, browser) => {
  const { sandbox, stop, connect, manage } = await serve(installed)
  const size = { viewport: { width: 320, height: 640 } }
  const context = await browser.newContext({ ...size, javaScriptEnabled: false })
  const tab = await context.newPage()
  // axe needs scripts: it looks at the same page in another tab.
  const looking = await (await browser.newContext({ ...size, bypassCSP: true })).newPage()
  const press = (name) => tab.getByRole('button', { name, exact: true }).click()
  const title = () => tab.getByRole('heading', { level: 1 }).innerText()
  const faults = {}
  const look = async (name) => {
    faults[name] = await faultsOf(tab, looking)
  }
  try {
    await check('a person connects a bank on the pages of the sandbox, and is sent back', async () => {
      await tab.goto(connect)
      await look('banks')
      await tab.getByLabel('Search banks by name').fill('demo')
      await press('Search')
      await press('Demo Bank (FR)')
      await press('Log in')
      assert.equal(await tab.getByRole('alert').innerText(), 'Enter a login.')
      await look('login')
      await tab.getByLabel('Login', { exact: true }).fill('otp')
      await press('Log in')
      await tab.getByLabel('Code from the text message (any)').fill('123456')
      await look('code')
      await press('Confirm')
      await tab.getByLabel('Livret A (savings)').uncheck()
      await look('accounts')
      await press('Share these accounts')
      assert.equal(await title(), 'Your accounts are shared')
      await look('end')
      const back = new URL(await tab.getByRole('link', { name: 'Back to the app' }).getAttribute('href'))
      assert.equal(back.searchParams.get('success'), 'true')
      assert.equal(sandbox.users[0].itemIds.length, 3)
    })

    await check('a person repairs a bank on the page of all banks', async () => {
      await tab.goto(manage)
      await tab.getByRole('heading', { name: 'Action required' }).waitFor()
      await look('manage')
      await tab.getByRole('button', { name: /^Repair: Demo Bank, connection \d+$/ }).click()
      await tab.getByLabel('Login', { exact: true }).fill('app2app')
      await press('Log in')
      await look('app')
      await press('I have confirmed')
      await press('Share these accounts')
      await tab.getByRole('link', { name: 'Back to your banks' }).click()
      sandbox.advance(60_000)
      await tab.reload()
      assert.equal(await tab.getByRole('heading', { name: 'Action required' }).count(), 0)
    })

    await check('the pages of the sandbox are accessible at 320 px, in both schemes', () => {
      assert.deepEqual(
        Object.entries(faults).filter(([, found]) => found.length > 0),
        [],
      )
      assert.equal(Object.keys(faults).length, 7)
    })
  } finally {
    await context.close()
    await looking.context().close()
    stop.unsubscribe()
  }
}
