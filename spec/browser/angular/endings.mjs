import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { open } from './pages.mjs'

/** Time that passes without a clock: somebody else's app asks twice meanwhile. */
const meanwhile = (journal, user) => journal.answered('stocksUpdated', user, 2)

/** Checks what stops and what goes on when the network, the tab or the token goes. */
export const checkEndings = async ({ tabs, tab, stocksOfNoor, sandbox, journal, observed, camille, noor }) => {
  await check('nothing was complained of so far but the two pages that were made to fail', () => {
    const complaints = observed.complaints()
    assert.equal(complaints.length, 2)
    for (const text of complaints) assert.match(text, /Failed to load resource: .* status of 4(22|10)/)
  })

  await check('offline is told, asks nothing, and ends by itself', async () => {
    await open(tab, 'Stocks')
    await tab.getByText('Live', { exact: true }).waitFor()
    await tabs.setOffline(true)
    try {
      await tab.getByText('You are offline.').waitFor()
      await tab.getByText('Paused while you are offline').waitFor()
      await journal.answered('stocksUpdated', noor)
      const tried = observed.tried()
      sandbox.updateStock(camille.stockIds[0], { quantity: 888 })
      await meanwhile(journal, noor)
      assert.equal(observed.tried(), tried)
    } finally {
      await tabs.setOffline(false)
    }
    await tab.getByText(/^888 × /).waitFor()
    await tab.getByText('Live', { exact: true }).waitFor()
    assert.equal(await tab.getByText('You are offline.').count(), 0)
  })

  await check('a page that is opened offline is tried again by itself', async () => {
    await tabs.setOffline(true)
    try {
      await open(tab, 'Overview')
      await tab.getByText('It is tried again when you are back.').waitFor()
    } finally {
      await tabs.setOffline(false)
    }
    await tab.locator('app-account-row').nth(6).waitFor()
    assert.equal(await tab.getByRole('alert').count(), 0)
    await open(tab, 'Stocks')
    await tab.getByText('Live', { exact: true }).waitFor()
  })

  await check('a hidden tab asks nothing, and goes on when it is shown', async () => {
    const other = await tabs.newPage()
    try {
      await other.bringToFront()
      await tab.waitForFunction("document.visibilityState === 'hidden'", null, { polling: 50 })
      await journal.answered('stocksUpdated', noor)
      const number = journal.newest()
      await meanwhile(journal, noor)
      assert.deepEqual(journal.since(number, camille), [])
      sandbox.updateStock(camille.stockIds[0], { quantity: 999 })
      await tab.bringToFront()
      await tab.getByText(/^999 × /).waitFor()
    } finally {
      await tab.bringToFront()
      await other.close()
    }
  })

  await check('a token that expires in the middle is one new authentication, and nobody notices', async () => {
    const before = sandbox.journal.counts().routes.authenticate
    sandbox.revokeTokens(camille.uuid)
    await open(tab, 'Transactions')
    await tab.locator('app-transaction-table tbody tr').nth(19).waitFor()
    assert.equal(sandbox.journal.counts().routes.authenticate, before + 1)
    assert.equal(await tab.getByRole('alert').count(), 0)
  })

  await check('a page that is closed leaves its request, and asks no more', async () => {
    // A page of hers whose request gets no answer would complain half a minute later.
    await stocksOfNoor.close()
    const remove = sandbox.faults.add({ kind: 'silence', on: 'stocksUpdated', times: Infinity })
    const begun = journal.begun('stocksUpdated')
    await open(tab, 'Stocks')
    await begun
    const aborted = journal.aborted('stocksUpdated', camille)
    await open(tab, 'Overview')
    await aborted
    remove()
    const number = journal.newest()
    sandbox.refresh(camille.itemIds[0], { authenticating: 60_000 })
    await journal.answered('refreshStatus', camille, 8)
    assert.deepEqual(
      journal.since(number, camille).filter(({ route }) => route === 'stocksUpdated'),
      [],
    )
    sandbox.advance(80_000)
  })

  await check('nothing was complained of meanwhile', () => {
    const unexpected = observed.complaints().filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))
    assert.deepEqual(unexpected, [])
  })
}
