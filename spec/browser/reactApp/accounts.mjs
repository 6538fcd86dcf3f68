import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { cents } from '../app/cents.mjs'
import { account, bank, centsOf, logIn } from './pages.mjs'

/** What a first page asks of the server, and how often: two watchers read the
 * items, a due consent is read again, and which accounts are one is seen by their rows and what was decided. */
const atStart = {
  'GET /': 1,
  'GET script': 1,
  'GET style': 1,
  'GET items': 3,
  'GET item': 2,
  'GET accounts': 2,
  'GET transactions': 1,
  'GET /api/decisions': 1,
  'GET provider': 2,
}

const nameOf = (request) => {
  const { pathname } = new URL(request.url())
  const path = pathname.replace('/api/bank/v3/aggregation/', '').replace('/api/bank/v3/', '')
  if (path.startsWith('/assets/')) return path.endsWith('.js') ? 'script' : 'style'
  return path.replace(/^providers\/\d+$/, 'provider').replace(/^items\/\d+$/, 'item')
}

/** Counts the requests of the first page up to the second round of a watcher. */
const countRequests = async (tab, url) => {
  const counts = {}
  const count = (request) => {
    const key = `${request.method()} ${nameOf(request)}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  tab.on('request', count)
  await tab.goto(url)
  await tab.getByText('Your consent').nth(1).waitFor()
  await bank(tab, 'Demo Bank').waitFor()
  tab.off('request', count)
  return counts
}

/** Checks that the first page is quick, and asks in strict mode no more than without it. */
export const checkStart = async ({ tab, url, developedUrl }) => {
  await check('the first page takes three requests for itself, and eleven for its data', async () => {
    await logIn(tab, url, 'Noor')
    await bank(tab, 'Demo Bank').waitFor()
    assert.deepEqual(await countRequests(tab, url), atStart)
    const paint = await tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    console.log(`first paint after ${paint.toFixed(0)} ms`)
  })

  await check('strict mode, which mounts everything twice, sends no request twice', async () => {
    await logIn(tab, developedUrl, 'Noor')
    await bank(tab, 'Demo Bank').waitFor()
    assert.deepEqual(await countRequests(tab, developedUrl), atStart)
  })
}

/** Counts how often what a screen reader reads out by itself changes, from now on. */
const listenToRegions = (tab) =>
  tab.evaluate(`{
    globalThis.spoken = 0
    const isRegion = (node) => (node.parentElement ?? node).closest?.('[role=status], [role=alert], [aria-live]')
    new MutationObserver((changes) => {
      for (const { target } of changes) if (isRegion(target)) globalThis.spoken++
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }`)

/** Checks the accounts: their figures, and that they move. */
export const checkAccounts = async ({ tab, url, sandbox, user, camille }) => {
  await check('all accounts are shown with exact figures, and so is their sum', async () => {
    await logIn(tab, url, 'Camille')
    await bank(tab, 'Demo Bank').waitFor()
    const rows = (await user.accounts.all().toArray()).filter(({ data_access }) => data_access === 'enabled')
    assert.ok(rows.length >= 6)
    for (const { name, balance } of rows)
      assert.equal(cents(await account(tab, name).locator('.figure').innerText()), centsOf(balance), name)
    const sum = rows.reduce((total, { balance }) => total + centsOf(balance), 0n)
    assert.equal(cents(await tab.locator('.total .figure').innerText()), sum)
    assert.equal(await tab.getByText('not shared').count(), 1)
  })

  await check(
    'a payment moves its balance and the sum while they are shown, and no screen reader is disturbed',
    async () => {
      await listenToRegions(tab)
      const balance = account(tab, 'Compte chèques').locator('.figure')
      const [before, sum] = [await balance.innerText(), await tab.locator('.total .figure').innerText()].map(cents)
      sandbox.insertTransactions(camille.uuid, 1, { changes: { account_id: camille.accountIds[0], amount: -0.1 } })
      sandbox.insertTransactions(camille.uuid, 1, { changes: { account_id: camille.accountIds[0], amount: -0.2 } })
      sandbox.refresh(camille.itemIds[0], { authenticating: 0, retrieving: 0 })
      await account(tab, 'Compte chèques').locator('.changed').waitFor()
      assert.equal(cents(await balance.innerText()), before - 30n)
      assert.equal(cents(await tab.locator('.total .figure').innerText()), sum - 30n)
      assert.equal(await tab.evaluate('spoken'), 0)
    },
  )

  await check('nothing moves for those who prefer so', async () => {
    await tab.emulateMedia({ reducedMotion: 'reduce' })
    assert.equal(await tab.evaluate('document.getAnimations().length'), 0)
    await tab.emulateMedia({ reducedMotion: null })
  })
}
