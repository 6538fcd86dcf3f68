import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { open } from './pages.mjs'

/** Checks what becomes of the app when its session ends, and that the next one shows nothing of it. */
export const checkSessions = async ({ tab, observed }) => {
  await check('a session that the server forgot leads to the login, and from there back', async () => {
    await open(tab, 'Categories')
    await tab.getByText('Make something happen in the sandbox').click()
    await tab.getByRole('button', { name: 'Forget my session' }).click()
    await tab.getByText('The server has forgotten who you are.').waitFor()
    await open(tab, 'Transactions')
    await tab.getByRole('alert').filter({ hasText: 'Your session has ended.' }).waitFor()
    await tab.getByRole('button', { name: 'Log in as Camille' }).click()
    await tab.getByText('The newest 20 transactions').waitFor()
    assert.match(tab.url(), /\/transactions$/)
    assert.ok(observed.complaints().every((text) => /status of 401/.test(text)))
  })

  await check('another user sees his own', async () => {
    await open(tab, 'Overview')
    const total = tab.locator('h1', { hasText: '€' })
    const seen = await total.innerText()
    await tab.getByRole('button', { name: 'Log out' }).click()
    await tab.getByRole('button', { name: 'Log in as Noor' }).click()
    await total.waitFor()
    assert.notEqual(await total.innerText(), seen)
  })
}
