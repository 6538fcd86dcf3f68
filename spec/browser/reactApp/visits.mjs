import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { bank, button, logIn, open } from './pages.mjs'

const press = (tab, name) => tab.getByRole('button', { name, exact: true }).click()

/** Logs in at the bank's pages, which the sandbox shows. */
const logInAtBank = async (tab, login) => {
  await tab.getByLabel('Login', { exact: true }).fill(login)
  await press(tab, 'Log in')
}

/** Ends a visit, and goes back to the app. */
const end = async (tab, name = 'Share these accounts') => {
  await press(tab, name)
  await tab.getByRole('link', { name: 'Back to the app' }).click()
}

const focused = (tab) => tab.evaluate('document.activeElement.textContent')

/** Checks visits of the bank's pages: to connect, to repair and to renew. The third user begins without a bank. */
export const checkVisits = async ({ tab, url, sandbox }) => {
  const [, noor, sam] = sandbox.users

  await check('a user without a bank is told so, and connects one on the bank’s pages', async () => {
    await logIn(tab, url, 'Sam')
    await tab.getByText('No bank is connected yet.').waitFor()
    await press(tab, 'Connect a bank')
    await tab.getByLabel('Search banks by name').fill('demo')
    await press(tab, 'Search')
    await press(tab, 'Demo Bank (FR)')
    await logInAtBank(tab, 'otp')
    await tab.getByLabel('Code from the text message (any)').fill('123456')
    await press(tab, 'Confirm')
    await end(tab)
    await tab.getByRole('heading', { name: 'Your bank is connected' }).waitFor()
    assert.equal(await focused(tab), 'Your bank is connected')
    assert.equal(new URL(tab.url()).search, '')
    await bank(tab, 'Demo Bank').getByText('Being read').waitFor()
    sandbox.advance(20_000)
    await bank(tab, 'Demo Bank')
      .getByText(/^Read /)
      .waitFor()
    assert.ok((await bank(tab, 'Demo Bank').locator('.rows > li .figure').count()) > 0)
    await tab.getByText('Its accounts are below.').waitFor()
    assert.equal(await tab.getByText('as soon as they are read').count(), 0)
  })

  await check('a bank that refuses the login is told, and is repaired', async () => {
    const total = await tab.locator('.total .figure').innerText()
    await press(tab, 'Connect a bank')
    await tab.locator('button[name=bank]').nth(1).click()
    await logInAtBank(tab, '402')
    await end(tab, 'Leave')
    await tab.getByRole('heading', { name: 'You did not finish at the bank' }).waitFor()
    await tab.getByText('You left at the login.').waitFor()
    const refused = tab.getByRole('region').filter({ hasText: 'This bank has not accepted your login.' })
    await refused.waitFor()
    assert.equal(await refused.locator('.rows').count(), 0)
    assert.equal(await tab.locator('.total .figure').innerText(), total)
    await open(tab, 'Consents')
    await tab.getByText('This bank has not been read yet.').waitFor()
    await open(tab, 'Accounts')
    await refused.getByRole('button', { name: /^Log in again at / }).click()
    await logInAtBank(tab, 'success')
    await end(tab)
    sandbox.advance(20_000)
    await tab
      .getByText(/^Read /)
      .nth(1)
      .waitFor()
    assert.equal(await tab.getByText('has not accepted').count(), 0)
  })

  await check('a bank that asked for a confirmation is not said to have asked for a code', async () => {
    await press(tab, 'Connect a bank')
    await tab.locator('button[name=bank]').nth(2).click()
    await logInAtBank(tab, 'app2app_expiry')
    await press(tab, 'I have confirmed')
    await tab.getByRole('alert').filter({ hasText: 'Confirm again, or leave.' }).waitFor()
    await end(tab, 'Leave')
    await tab.getByText('You left when the bank asked you to confirm that it is you.').waitFor()
  })

  await check('what comes back without a visit, twice, or about another user is refused', async () => {
    for (const uuid of [sam.uuid, noor.uuid]) {
      await tab.goto(`${url}/connected?user_uuid=${uuid}&success=true&item_id=1&context=c0ffee`)
      await tab.getByRole('heading', { name: 'That did not work' }).waitFor()
    }
    await tab.reload()
    await bank(tab, 'Demo Bank').waitFor()
    assert.equal(await tab.getByText('That did not work').count(), 0)
  })

  await check('a session is opened for nobody who is not logged in, and for no item of another', async () => {
    const post = (path, body, headers) =>
      fetch(`${url}/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
    const ask = (headers) => post('connect', JSON.stringify({ itemId: noor.itemIds[0] }), headers)
    assert.equal((await ask({})).status, 401)
    const { name, value } = (await tab.context().cookies(url)).find(({ name }) => name === 'session')
    const cookie = `${name}=${value}`
    assert.equal((await ask({ cookie })).status, 502)
    for (const body of ['', '{', 'null', '{"itemId":"1"}', '{"itemId":1.5}', '{"itemId":-1}'])
      assert.equal((await post('connect', body, { cookie })).status, 400, body)
    for (const control of ['constructor', '__proto__', 'valueOf'])
      assert.equal((await post(`sandbox/${control}`, '', { cookie })).status, 404, control)
  })
}

/** Checks that consents are told before they end and when they have, and that one is renewed. One ends soon after the start. */
export const checkConsents = async ({ tab, url, sandbox }) => {
  const rows = tab.locator('main .rows > li')

  await check('a consent ends while it is shown', async () => {
    await logIn(tab, url, 'Noor')
    await open(tab, 'Consents')
    await rows.nth(1).waitFor()
    await rows.first().getByText('this bank is read no more').waitFor()
    const [, date, days] = /^Ends on (.*), in (\d+) days\.$/m.exec(await rows.nth(1).innerText())
    assert.equal(Number(days), Math.round((Date.parse(date) - new Date().setHours(0, 0, 0, 0)) / 86_400_000))
    await tab.getByRole('link', { name: 'Consents 2 to renew' }).waitFor()
  })

  await check('a consent is renewed on the bank’s pages, and then it is not due any more', async () => {
    await rows
      .first()
      .getByRole('button', { name: /^Renew consent at / })
      .click()
    await logInAtBank(tab, 'app2app')
    await press(tab, 'I have confirmed')
    await end(tab)
    await tab.getByRole('heading', { name: 'Your consent is renewed' }).waitFor()
    await rows.first().getByText('Being read …').waitFor()
    assert.equal(await tab.getByText('this bank is read no more').count(), 0)
    await button(tab, /^Renew consent/).waitFor() // one of the two is left
    sandbox.advance(20_000)
    await tab.getByRole('link', { name: 'Consents 1 to renew' }).waitFor()
    await rows
      .last()
      .getByText(/in 1(79|80) days\./)
      .waitFor()
    assert.equal(await button(tab, /^Renew consent/).count(), 1)
  })
}
