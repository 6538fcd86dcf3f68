import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'

/** Opens a page of the app as a person does. */
export const open = (tab, name) => tab.getByRole('link', { name, exact: true }).click()

const rowsOf = (tab) => tab.locator('app-transaction-table tbody tr')

const shows = (tab, text) => tab.getByRole('status').filter({ hasText: text }).waitFor()

/** What is seen, and beyond an edge of the page, or of the box around it that hides what is wider. */
export const cutOff = `[...document.querySelectorAll('app-root *')]
  .filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    const isSeen = width > 0 && element.closest('.unseen') === null
    const isWider = getComputedStyle(element).overflowX === 'hidden' && element.scrollWidth > element.clientWidth
    return isSeen && (left < -0.5 || right > innerWidth + 0.5 || isWider)
  })
  .map(({ outerHTML }) => outerHTML.slice(0, 80))`

const dollars = { currency_code: 'USD', balance: 1_000_000.01 }
const yen = { currency_code: 'JPY', balance: -1234 }
const euros = { currency_code: 'EUR', balance: 0.1 }

/** Shows accounts in several currencies in place of those of the sandbox, which have one, while something is done. */
const withCurrencies = async (tab, work) => {
  const isAccounts = ({ pathname }) => pathname.endsWith('/accounts')
  await tab.route(isAccounts, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const resources = answer.resources.map((account, index) => ({ ...account, ...[dollars, yen, euros][index % 3] }))
    await route.fulfill({ response, json: { ...answer, resources } })
  })
  try {
    await work()
  } finally {
    await tab.unroute(isAccounts)
  }
}

/** Checks what the pages show, and that they show what changes. */
export const checkPages = async ({ tab, url, sandbox, journal, camille }) => {
  await check('the first load asks who you are, and shows the banks of who it is', async () => {
    await tab.goto(url)
    await tab.getByRole('button', { name: 'Log in as Camille' }).click()
    await tab.locator('app-account-row').nth(6).waitFor()
    assert.equal(await tab.locator('app-item-card').count(), 2)
    await tab.getByText('Up to date').nth(1).waitFor()
    assert.match(await tab.locator('h1').innerText(), /^−?€[\d,]+\.\d\d$/)
    assert.equal(sandbox.journal.counts().routes.authenticate, 1)
  })

  await check('all accounts together come to a sum of each currency, and no currency is added to another', async () => {
    await withCurrencies(tab, async () => {
      await tab.reload()
      await tab.locator('app-account-row').nth(6).waitFor()
      const sums = tab.locator('h1 span')
      assert.deepEqual(await sums.allInnerTexts(), ['US$3,000,000.03', '−JP¥2,468', '€0.20'])
    })
    await tab.reload()
    await tab.locator('app-account-row').nth(6).waitFor()
    assert.equal(await tab.locator('h1 span').count(), 1)
  })

  await check('the refresh of a bank is followed live, and then its accounts are asked for', async () => {
    const [itemId] = camille.itemIds
    sandbox.refresh(itemId, { authenticating: 60_000, retrieving: 60_000 })
    await tab.getByText('Logging in at the bank').waitFor()
    sandbox.advance(80_000)
    await tab.getByText(/Fetching accounts, \d of \d/).waitFor()
    const accounts = journal.answered('accounts', camille)
    sandbox.advance(60_000)
    await tab.getByText('Up to date').nth(1).waitFor()
    await accounts
  })

  await check('a bank is connected by the bank form, which refuses the password and is corrected', async () => {
    await tab.getByRole('button', { name: 'Connect a bank' }).click()
    await tab.getByRole('button', { name: 'Mistype the password' }).click()
    await tab.waitForURL('**/connected?*')
    sandbox.advance(10_000)
    await tab.getByText('The bank refused the password').waitFor()
    await tab.getByRole('button', { name: 'Correct it' }).click()
    await tab.getByRole('button', { name: 'Log in' }).click()
    await tab.waitForURL('**/connected?*')
    sandbox.advance(10_000)
    await tab.getByText('Up to date').waitFor()
    await tab.getByRole('link', { name: 'To the overview' }).click()
    await tab.locator('app-item-card').nth(2).waitFor()
    assert.equal(await tab.locator('app-item-card').count(), 3)
  })

  await check('what comes back about another user is refused', async () => {
    await tab.goto(`${url}/connected?user_uuid=${sandbox.users[1].uuid}&item_id=1`)
    await tab.getByText('somebody else’s').waitFor()
    assert.equal(await tab.locator('app-refresh-state').count(), 0)
  })

  await check('prices of stocks move as they are shown', async () => {
    await open(tab, 'Stocks')
    await tab.locator('app-sparkline').nth(6).waitFor()
    sandbox.updateStock(camille.stockIds[0], { quantity: 777 })
    await tab.getByText(/^777 × /).waitFor()
    sandbox.updateStock(camille.stockIds[0], { current_price: 1.23 })
    await tab.locator('app-sparkline .up, app-sparkline .down').first().waitFor()
  })

  await check('the newest transactions are shown live, and older ones on demand', async () => {
    await open(tab, 'Transactions')
    await shows(tab, 'The newest 20 transactions')
    const first = await rowsOf(tab).allInnerTexts()
    assert.equal(first.length, 20)
    await tab.getByRole('button', { name: 'Show older ones' }).click()
    await shows(tab, 'The newest 40 transactions')
    const both = await rowsOf(tab).allInnerTexts()
    assert.deepEqual([both.length, new Set(both).size, both.slice(0, 20)], [40, 40, first])
    const [id] = sandbox.insertTransactions(camille.uuid, 1, { changes: { description: 'Piano', amount: -4321.09 } })
    const row = rowsOf(tab).filter({ hasText: 'Piano' })
    await row.filter({ hasText: '−€4,321.09' }).waitFor()
    assert.match(await rowsOf(tab).first().innerText(), /Piano/)
    assert.equal(await rowsOf(tab).count(), 40)
    sandbox.deleteTransaction(id)
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(await rowsOf(tab).allInnerTexts(), both)
  })

  await check('rows that do not come are told beside those that stay, and come when it is tried again', async () => {
    const shown = await rowsOf(tab).allInnerTexts()
    sandbox.faults.add({ kind: 'status', status: 422, on: 'transactions' })
    await tab.getByRole('alert').filter({ hasText: 'The bank’s service has a problem.' }).waitFor()
    assert.deepEqual(await rowsOf(tab).allInnerTexts(), shown)
    await tab.getByRole('button', { name: 'Try again' }).click()
    await shows(tab, 'The newest 20 transactions')
    assert.equal(await tab.getByRole('alert').count(), 0)
    assert.deepEqual(await rowsOf(tab).allInnerTexts(), shown.slice(0, 20))
  })

  await check('categories are shown in the language that is chosen', async () => {
    await open(tab, 'Categories')
    await tab.getByRole('heading', { name: 'Beauty care' }).waitFor()
    const asked = journal.answered('categories')
    await tab.getByRole('button', { name: 'Français' }).click()
    await tab.getByRole('heading', { name: 'Esthétique et soins' }).waitFor()
    await tab.getByRole('heading', { name: 'Catégories' }).waitFor()
    assert.equal((await asked)[0].headers['accept-language'], 'fr')
    await open(tab, 'Transactions')
    await tab
      .locator('td[lang=fr]', { hasText: /Supermarché|Salaires|Loyer|Impôts|Retraits|Santé|Péage/ })
      .first()
      .waitFor()
    await tab.getByRole('button', { name: 'English' }).click()
  })

  for (const width of [320, 390])
    await check(`nothing is wider than a phone of ${width} pixels, and nothing of a page is cut off`, async () => {
      await tab.setViewportSize({ width, height: 844 })
      for (const name of ['Overview', 'Transactions', 'Stocks', 'Categories', 'Consents']) {
        await open(tab, name)
        await tab.locator('main .card').first().waitFor()
        assert.equal(await tab.evaluate('document.documentElement.scrollWidth'), width)
        assert.deepEqual(await tab.evaluate(cutOff), [])
      }
      await tab.setViewportSize({ width: 1280, height: 860 })
    })

  await check('a phone shows what the columns have that it has no room for', async () => {
    await tab.setViewportSize({ width: 390, height: 844 })
    await open(tab, 'Stocks')
    await tab
      .locator('.below')
      .filter({ hasText: /^[+−]?\d+\.\d\d %$/, visible: true })
      .first()
      .waitFor()
    await open(tab, 'Transactions')
    await rowsOf(tab).first().waitFor()
    assert.equal(await rowsOf(tab).first().locator('.below').filter({ visible: true, hasText: /\S/ }).count(), 2)
    await tab.setViewportSize({ width: 1280, height: 860 })
    assert.equal(await rowsOf(tab).first().locator('.below').filter({ visible: true }).count(), 0)
  })
}
