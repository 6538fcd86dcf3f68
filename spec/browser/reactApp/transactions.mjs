import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { cents } from '../app/cents.mjs'
import { button, centsOf, open, transactions } from './pages.mjs'

const fold = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const scrollToEnd = async (tab) => {
  const last = tab.getByText(/^These are all \d+ transactions\.$/)
  for (let turn = 0; turn < 100 && (await last.count()) === 0; turn++) {
    await tab.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await tab.waitForTimeout(50)
  }
  return Number(/\d+/.exec(await last.innerText())[0])
}

/** Checks the list of transactions, and the search in it. */
export const checkTransactions = async ({ tab, sandbox, user, journal, camille }) => {
  const rows = transactions(tab)

  await check('a page of transactions that does not come is told, and comes when it is tried again', async () => {
    sandbox.faults.add({ kind: 'status', status: 422, on: 'transactions', after: 1 })
    await open(tab, 'Transactions')
    await rows.nth(49).waitFor()
    await tab.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await tab.getByRole('alert').filter({ hasText: 'The bank’s service has a problem.' }).waitFor()
    assert.equal(await rows.count(), 50)
    await button(tab, 'Try again').click()
    await rows.nth(99).waitFor()
    assert.equal(await tab.getByText('has a problem').count(), 0)
  })

  await check('who scrolls to the end sees every transaction once', async () => {
    const count = await scrollToEnd(tab)
    const all = await user.transactions.all({ limit: 500 }).toArray()
    assert.ok(all.length > 500)
    assert.equal(count, all.length)
    assert.equal(await rows.count(), all.length)
    const shown = await rows.locator('.figure').allTextContents() // days off the screen are not laid out
    assert.deepEqual(
      shown.map(cents),
      all.map(({ amount }) => centsOf(amount)),
    )
  })

  await check('a list that has moved on keeps its rows, and is read again from the start', async () => {
    const count = await rows.count()
    sandbox.faults.add({ kind: 'dead-cursor', on: 'transactions' })
    await tab.getByRole('alert').filter({ hasText: 'The list has moved on.' }).waitFor()
    assert.equal(await rows.count(), count)
    await button(tab, 'Try again').click()
    await tab.getByText('The list has moved on.').waitFor({ state: 'detached' })
    assert.equal(await scrollToEnd(tab), count)
  })

  await check('a new transaction comes to the top while the list is shown, is corrected, and goes', async () => {
    await tab.evaluate('scrollTo(0, 0)')
    const count = await rows.count()
    const changes = { amount: -4321.09, description: 'Piano', raw_description: 'PIANO' }
    const [id] = sandbox.insertTransactions(camille.uuid, 1, { changes })
    const row = rows.filter({ hasText: 'Piano' })
    await row.filter({ hasText: '−€4,321.09' }).waitFor()
    assert.match(await rows.first().textContent(), /Piano/)
    assert.equal(await rows.count(), count + 1)
    sandbox.updateTransaction(id, { amount: -4321.1 })
    await row.filter({ hasText: '−€4,321.10' }).waitFor()
    const days = () => tab.locator('.day time').evaluateAll((times) => times.map(({ dateTime }) => dateTime))
    const [, , day] = await days()
    sandbox.updateTransaction(id, { date: day })
    await tab
      .locator('.day')
      .filter({ has: tab.locator(`time[datetime="${day}"]`) })
      .filter({ hasText: 'Piano' })
      .waitFor()
    assert.deepEqual(await days(), [...new Set(await days())].sort().reverse())
    assert.equal(await rows.count(), count + 1)
    sandbox.deleteTransaction(id)
    await row.waitFor({ state: 'detached' })
    assert.equal(await rows.count(), count)
  })

  await check('a search finds what all pages have, without accents, and sums it exactly', async () => {
    const all = await user.transactions.all({ limit: 500 }).toArray()
    const matching = all.filter((row) =>
      fold(`${row.clean_description} ${row.provider_description}`).includes('marche'),
    )
    const sum = matching.filter(({ future }) => !future).reduce((total, { amount }) => total + centsOf(amount), 0n)
    assert.ok(matching.length > 10 && matching.length < all.length)
    await tab.getByLabel('Search').pressSequentially('MARCHÉ')
    await tab.getByText(`${matching.length} transactions`, { exact: true }).waitFor()
    assert.equal(cents(await tab.locator('.found .figure').innerText()), sum)
    assert.equal(await rows.count(), matching.length)
    await tab
      .getByRole('status')
      .filter({ hasText: `${matching.length} transactions found` })
      .waitFor()
    assert.match(tab.url(), /\?q=MARCH%C3%89$/)
  })

  await check('an amount is found with a point and with a comma, and what nobody has is told', async () => {
    const { amount } = (await user.transactions.all().toArray()).find((row) => !Number.isInteger(row.amount * 10))
    for (const text of [String(Math.abs(amount)), String(Math.abs(amount)).replace('.', ',')]) {
      await tab.getByLabel('Search').fill(text)
      await rows.first().waitFor()
      const [found] = await rows.locator('.figure').allTextContents()
      assert.equal(cents(found), centsOf(amount))
    }
    const [shown] = await rows.locator('.figure').allTextContents()
    assert.match(shown, /^−€/)
    await tab.getByLabel('Search').fill(shown)
    await tab.getByText(/^(One transaction|\d+ transactions)$/).waitFor()
    assert.equal(await rows.filter({ hasNotText: shown.slice(1) }).count(), 0)
    assert.ok((await rows.count()) > 0)
    await tab.getByLabel('Search').fill('zeppelin')
    await tab.getByText(/^Nothing has all of these words\. Write a day as /).waitFor()
    await tab.getByLabel('Search').fill('')
  })

  await check('one account has its own list, and its link leads to it', async () => {
    await tab.getByLabel('Account').selectOption('Compte chèques')
    const all = await user.accounts.transactions(camille.accountIds[0]).all({ limit: 500 }).toArray()
    await rows.first().waitFor()
    assert.equal(await scrollToEnd(tab), all.length)
    await open(tab, 'Accounts')
    const asked = journal.answered('accountTransactions', camille)
    await tab.getByRole('link', { name: 'Carte à débit différé' }).click()
    await asked
    await rows.first().waitFor()
    const chosen = tab.getByLabel('Account').locator('option:checked')
    assert.equal(await chosen.innerText(), 'Carte à débit différé')
    await open(tab, 'Transactions')
    await chosen.filter({ hasText: 'All accounts' }).waitFor({ state: 'attached' })
    assert.equal(new URL(tab.url()).search, '')
    await tab.goBack()
    await chosen.filter({ hasText: 'Carte à débit différé' }).waitFor({ state: 'attached' })
    assert.match(new URL(tab.url()).search, /^\?account=\d+$/)
  })
}
