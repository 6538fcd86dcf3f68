import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'

const rowsOf = (tab) => tab.locator('app-consents li')
const endingOf = (tab) => rowsOf(tab).filter({ hasText: 'Ends on' })

/** Logs Noor in, and checks what the page of consents shows her. It stays open. */
export const checkEndingConsents = async ({ tab, url }) => {
  const rows = rowsOf(tab)

  await check('consents that end this week are shown, and each can be renewed', async () => {
    await tab.goto(`${url}/consents`)
    await tab.getByRole('button', { name: 'Log in as Noor' }).click()
    await endingOf(tab).nth(1).waitFor()
    assert.equal(await rows.count(), 2)
    assert.equal(await rows.getByRole('button', { name: 'Renew' }).count(), 2)
    assert.doesNotMatch(await rows.first().innerText(), /Your bank/)
  })
}

/** Checks that the page shows the end of a consent, and the way to renew it. */
export const checkRenewal = async ({ tab, url }) => {
  const rows = rowsOf(tab)
  const ending = endingOf(tab)

  await check('a consent ends while it is shown', async () => {
    await rows.filter({ hasText: 'Ended on' }).waitFor({ timeout: 90_000 })
    assert.equal(await ending.count(), 1)
  })

  await check('a connect session that the user leaves renews nothing, and its step is told', async () => {
    await rows.filter({ hasText: 'Ended on' }).getByRole('button', { name: 'Renew' }).click()
    await tab.getByRole('button', { name: 'Be asked for a code' }).click()
    await tab.getByText('You were at the step otp_form').waitFor()
    await tab.getByRole('link', { name: 'To the consents' }).click()
    await rows.filter({ hasText: 'Ended on' }).waitFor()
  })

  await check('a consent that is renewed is shown no more', async () => {
    await rows.filter({ hasText: 'Ended on' }).getByRole('button', { name: 'Renew' }).click()
    await tab.getByRole('button', { name: 'Log in' }).click()
    await tab.getByText('Renewed for half a year').waitFor()
    await tab.getByRole('link', { name: 'To the consents' }).click()
    await ending.first().waitFor()
    // The page may be told of the old end first, and of the renewal when the bank has been read again.
    await rows.nth(1).waitFor({ state: 'detached', timeout: 30_000 })
    await rows.filter({ hasText: 'Ended on' }).waitFor({ state: 'detached', timeout: 30_000 })
    assert.equal(await ending.count(), 1)
  })

  await check('a session is opened for nobody who is not logged in, and for no item of another', async () => {
    const ask = (item, headers) =>
      fetch(`${url}/api/connect/${item}`, { method: 'POST', headers: { origin: url, ...headers } })
    assert.equal((await ask(187000, {})).status, 401)
    const [{ name, value }] = await tab.context().cookies()
    assert.equal((await ask(1, { cookie: `${name}=${value}` })).status, 502)
  })
}
