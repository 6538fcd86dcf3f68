// The search of the site: which sections it finds first, and what it shows of them.
import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'

/** What somebody types, and the section that has to be among the first three. */
const queries = [
  ['log-out', 'guides/angular.html#log-out'],
  ['last month', 'guides/transactions.html#the-transactions-of-a-month'],
  ['amount sign', 'guides/transactions.html#pending-to-posted'],
  ['429', 'guides/requests.html#after-a-429'],
  ['refresh token', 'guides/tokens.html#one-token-for-all-requests'],
  ['kill -9', 'guides/watcher.html#try-it'],
  ['toArray', 'guides/promises.html#all-rows-of-a-list'],
  ['webhook signature', 'guides/webhooks.html#what-is-refused'],
  ['baseUrl', 'interfaces/rxbank.ClientConfig.html#baseurl'],
  ['suspended', 'guides/fleet.html#a-list-or-a-user-is-suspended'],
  ['createClient', 'functions/rxbank.createClient.html'],
  ['Transaction.amount', 'guides/transactions.html#one-amount'],
  ['rate limit', 'guides/requests.html#limits'],
  ['pagination', 'guides/paging.html'],
  ['money cents', 'guides/transactions.html#sums'],
  ['behind a proxy', 'guides/gateway.html#behind-a-proxy'],
  ['watchr checkpoint', 'guides/reliability.html#where-a-checkpoint-stands'],
]

const optionsOf = (tab) => tab.locator('#tsd-search-results [role=option]')

/** What is found for a query, as addresses from the root of the site. */
const search = async (tab, query) => {
  await tab.locator('#tsd-search-input').fill(query)
  await tab.locator(`#tsd-search-results[data-query="${query}"]`).waitFor({ state: 'attached' })
  const root = await tab.evaluate('new URL(document.documentElement.dataset.base, location.href).href')
  const links = await optionsOf(tab)
    .locator('a')
    .evaluateAll((found) => found.map(({ href }) => href))
  return links.map((link) => link.replace(root, ''))
}

export const checkSearch = async (open, visit) => {
  const tab = await open(1280)
  await visit(tab, 'guides/paging.html')
  await tab.keyboard.press('/')

  for (const [query, section] of queries)
    await check(`the search has ${section} among the first three for “${query}”`, async () => {
      const first = (await search(tab, query)).slice(0, 3)
      assert.ok(first.includes(section), first.join('\n'))
    })

  await check('guides come before the reference, and pages for maintainers last, each under its name', async () => {
    await search(tab, 'checkpoint store')
    const found = await optionsOf(tab).evaluateAll((options) => options.map(({ dataset: { group } }) => group))
    assert.deepEqual(
      found.filter((group) => group !== undefined),
      ['Guides', 'Reference', 'For maintainers'],
    )
    assert.equal(found[0], 'Guides')
  })

  await check('it shows the section, its page, and the words where they stand', async () => {
    await search(tab, 'log-out')
    const [title, page, excerpt] = (await optionsOf(tab).first().innerText()).split('\n')
    assert.deepEqual([title, page], ['Log-out', 'Angular'])
    assert.match(excerpt, /If a page stays open at log-out/)
    assert.ok((await tab.locator('#tsd-search-results mark').count()) > 1)
  })

  await check('it says that nothing is found, and shows no markup of a query', async () => {
    assert.deepEqual(await search(tab, '<img>zzzzzz'), [])
    assert.equal(await tab.locator('#tsd-search-status').innerText(), 'Nothing is found for “<img>zzzzzz”.')
  })

  await check('a section of the page that is read is gone to, and the dialog is closed', async () => {
    await visit(tab, 'guides/angular.html')
    await tab.keyboard.press('/')
    await search(tab, 'one page at a time')
    await optionsOf(tab).first().click()
    await tab.locator('#tsd-search').waitFor({ state: 'hidden' })
    assert.equal(await tab.locator('main :target').innerText(), 'One page at a time')
  })
  await tab.context().close()
}
