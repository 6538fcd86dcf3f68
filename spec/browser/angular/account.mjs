import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { cents } from '../app/cents.mjs'
import { cutOff, open } from './pages.mjs'

/** The rows of the table: the day, the source and the balance, the newest first. */
const readRows = async (tab) => {
  const rows = await tab.locator('app-account-page tbody tr').allInnerTexts()
  return rows.map((row) => row.split('\t').map((cell) => cell.trim()))
}

/** Checks the page of an account: the plot of its balance over time, and the table beside it. */
export const checkAccount = async ({ tab, sandbox, camille }) => {
  const [accountId] = camille.accountIds
  const plot = tab.getByRole('img', { name: /^Balance from .* The table has each day\.$/ })

  await check(
    'an account has a plot of its balance, and a table with each day that ends at what the bank told',
    async () => {
      await open(tab, 'Overview')
      const row = tab.locator('app-account-row').filter({ has: tab.locator(`a[href="/account?id=${accountId}"]`) })
      const balance = await row.locator('.figure').innerText()
      await row.getByRole('link').click()
      await plot.waitFor()
      await tab.getByText('As a table').click()
      const rows = await readRows(tab)
      assert.ok(rows.length > 200)
      assert.deepEqual(rows[0].slice(1), ['reported', balance])
      assert.equal(await plot.locator('circle').count(), rows.filter(([, source]) => source === 'reported').length)
      assert.equal((await plot.locator('path').getAttribute('d')).match(/[ML]/g).length, rows.length)
    },
  )

  await check('a payment of an earlier day moves the balances from that day on, and no others', async () => {
    const before = await readRows(tab)
    const paid = 100
    const date = new Date(`${before[paid][0]} UTC`).toISOString().slice(0, 10)
    sandbox.insertTransactions(camille.uuid, 1, { changes: { account_id: accountId, amount: -12.34, date } })
    await tab.getByRole('button', { name: 'Reload' }).click()
    const reported = tab.locator('app-account-page h1 + .figure').filter({ hasNotText: before[0][2] })
    await reported.waitFor()
    const rows = await readRows(tab)
    assert.deepEqual(rows[0].slice(1), ['reported', await reported.innerText()])
    const balances = new Map(rows.map(([day, , balance]) => [day, cents(balance)]))
    assert.deepEqual(
      before.map(([day]) => balances.get(day)),
      before.map(([, , balance], index) => cents(balance) - (index <= paid ? 1234n : 0n)),
    )
  })

  await check('a list that has moved on is told, and read again from the start', async () => {
    const before = await readRows(tab)
    sandbox.faults.add({ kind: 'dead-cursor', on: 'transactions' })
    await tab.getByRole('button', { name: 'Reload' }).click()
    await tab.getByRole('alert').filter({ hasText: 'The list has moved on.' }).waitFor()
    assert.deepEqual(await readRows(tab), before)
    await tab.getByRole('button', { name: 'Try again' }).click()
    await tab.getByText('The list has moved on.').waitFor({ state: 'detached' })
    await plot.waitFor()
    assert.deepEqual(await readRows(tab), before)
  })

  await check('the page of an account fits on a phone of 320 pixels', async () => {
    await tab.setViewportSize({ width: 320, height: 844 })
    assert.equal(await tab.evaluate('document.documentElement.scrollWidth'), 320)
    assert.deepEqual(await tab.evaluate(cutOff), [])
    await tab.setViewportSize({ width: 1280, height: 860 })
  })
}
