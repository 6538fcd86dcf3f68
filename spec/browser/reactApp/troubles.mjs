import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { account, button, open } from './pages.mjs'

/** Something to see: a payment, and the refresh with which it is noticed. */
const pay = (sandbox, { uuid, accountIds, itemIds }) => {
  sandbox.advance(1000) // two refreshes are never at the same time
  sandbox.insertTransactions(uuid, 1, { changes: { account_id: accountIds[0], amount: -1 } })
  sandbox.refresh(itemIds[0], { authenticating: 0, retrieving: 0 })
}

const notice = (tab, text) => tab.getByRole('status').filter({ hasText: text })

const balance = (tab) => account(tab, 'Compte chèques').locator('.figure')

/** Waits until a payment is shown that was made while the page knew nothing of it. */
const showsNews = (tab, before) => balance(tab).filter({ hasNotText: before }).waitFor()

/** Checks what the page says and does while answers do not come, and that it goes on by itself. */
export const checkTroubles = async ({ tabs, tab, url, sandbox, server, observed, journal, camille, noor }) => {
  const shown = () => balance(tab).innerText()

  await check('offline is told, asks nothing, and ends by itself', async () => {
    await open(tab, 'Accounts')
    const before = await shown()
    await tabs.setOffline(true)
    try {
      await notice(tab, 'You are offline.').waitFor()
      await journal.answered('items', noor)
      const tried = observed.tried()
      pay(sandbox, camille)
      await journal.answered('items', noor, 2)
      assert.equal(observed.tried(), tried)
      assert.equal(await shown(), before)
    } finally {
      await tabs.setOffline(false)
    }
    await showsNews(tab, before)
    assert.equal(await notice(tab, 'You are offline.').count(), 0)
  })

  await check('a tab in the background asks nothing, and goes on when it is shown', async () => {
    const before = await shown()
    const other = await tabs.newPage()
    try {
      await other.bringToFront()
      await tab.waitForFunction("document.visibilityState === 'hidden'", null, { polling: 50 })
      await journal.answered('items', noor)
      const number = journal.newest()
      pay(sandbox, camille)
      await journal.answered('items', noor, 2)
      assert.deepEqual(journal.since(number, camille), [])
    } finally {
      await tab.bringToFront()
      await other.close()
    }
    await showsNews(tab, before)
  })

  await check('a service that fails is told, keeps what is shown, and goes on by itself', async () => {
    const before = await shown()
    const remove = sandbox.faults.add({ kind: 'server-error', status: 503, times: Infinity })
    await notice(tab, 'the bank’s service does not answer').waitFor()
    assert.equal(await shown(), before)
    remove()
    pay(sandbox, camille)
    await showsNews(tab, before)
    await notice(tab, 'does not answer').waitFor({ state: 'detached' })
  })

  await check('a page that is loaded while the service fails says so once, and goes on by itself', async () => {
    const remove = sandbox.faults.add({ kind: 'server-error', status: 503, times: Infinity })
    await tab.reload()
    await notice(tab, 'the bank’s service does not answer').waitFor()
    const alerts = tab.locator('main').getByRole('alert')
    assert.equal(await alerts.count(), 0)
    const failed = tab.waitForResponse((answer) => /\/transactions\?/.test(answer.url()) && answer.status() >= 400)
    await open(tab, 'Transactions')
    await failed
    await tab.locator('.ghost').first().waitFor({ state: 'detached' })
    assert.equal(await button(tab, 'Try again').count(), 0)
    await open(tab, 'Accounts')
    remove()
    await balance(tab).waitFor()
    await notice(tab, 'does not answer').waitFor({ state: 'detached' })
    await open(tab, 'Transactions')
    await tab.locator('.day li').first().waitFor()
    await open(tab, 'Accounts')
  })

  await check('a server that is down and up again is told, and nobody has to do anything', async () => {
    const before = await shown()
    server.stop()
    await notice(tab, 'the bank’s service does not answer').waitFor()
    await server.start(Number(new URL(url).port))
    pay(sandbox, camille)
    await showsNews(tab, before)
    await notice(tab, 'does not answer').waitFor({ state: 'detached' })
  })

  await check('a token that expires is one new authentication, and nobody notices', async () => {
    const before = sandbox.journal.counts().routes.authenticate
    sandbox.revokeTokens(camille.uuid)
    await journal.answered('items', camille, 2)
    assert.equal(sandbox.journal.counts().routes.authenticate, before + 1)
    assert.equal(await tab.locator('main').getByRole('alert').count(), 0)
  })

  await check('a session that the server forgot is told, and the login leads back', async () => {
    await open(tab, 'Sandbox')
    await button(tab, 'Forget my session').click()
    await open(tab, 'Transactions')
    await tab.getByRole('alert').getByRole('link', { name: 'Log in again' }).waitFor()
    await tab.locator('.ghost').first().waitFor({ state: 'detached' })
    assert.equal(await tab.getByText('Your session has ended').count(), 1)
    assert.equal(await button(tab, 'Try again').count(), 0)
    await open(tab, 'Sandbox')
    await tab.getByRole('alert').getByRole('link', { name: 'Log in again' }).click()
    await button(tab, 'Log in as Camille').click()
    await tab.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor()
    assert.match(tab.url(), /\/sandbox$/)
  })

  await check('a page shows nothing of another user who logs in in another tab', async () => {
    await open(tab, 'Accounts')
    const rows = tab.locator('main .rows > li')
    await rows.first().waitFor()
    const before = await rows.allInnerTexts()
    const other = await tabs.newPage()
    await other.goto(`${url}/login`)
    await button(other, 'Log in as Noor').click()
    await other.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
    await other.close()
    await tab.bringToFront()
    await tab.getByRole('alert').getByRole('link', { name: 'Log in again' }).waitFor()
    assert.deepEqual(await rows.allInnerTexts(), before)
  })
}
