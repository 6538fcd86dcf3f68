import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { account, bank, button, logIn, open, transactions } from './pages.mjs'

const totalOf = (tab) => tab.locator('.total .figure').innerText()

const pressInSandbox = async (tab, name) => {
  await open(tab, 'Sandbox')
  await button(tab, name).click()
  await tab.getByText('Your first bank is').waitFor()
  await open(tab, 'Accounts')
}

/** What the server has stored about which accounts are one. */
const readDecisions = (tab) => tab.evaluate("fetch('/api/decisions').then((answer) => answer.json())")

const tagsOf = async (tab) => (await readDecisions(tab)).map(({ _tag }) => _tag)

/** Checks what a person sees of a bank that is connected again, or twice. */
export const checkRelinks = async ({ tab, url, sandbox, noor }) => {
  const news = (text) => tab.locator('.relinked .good').filter({ hasText: text })
  const question = (name) => tab.locator('.relinked .note').filter({ hasText: `has ${name}. Is it` })
  let oldAddress

  await check('a bank that is connected again is told, and its accounts go on', async () => {
    await logIn(tab, url, 'Noor')
    await account(tab, 'Compte chèques').getByRole('link').click()
    await transactions(tab).first().waitFor()
    oldAddress = tab.url()
    await open(tab, 'Accounts')
    const total = await totalOf(tab)
    await pressInSandbox(tab, 'Connect the first bank again')
    await news('Demo Bank is connected again. As before: Carte à débit différé and Compte chèques.').waitFor()
    assert.equal(await totalOf(tab), total)
    assert.equal(await bank(tab, 'Demo Bank').count(), 1)
    assert.deepEqual(await tagsOf(tab), ['Accepted', 'Accepted'])
    await button(tab, 'All right').click()
    await news('connected again').waitFor({ state: 'detached' })
  })

  await check('a person is asked about an account that nothing but its name shows to be the same', async () => {
    await tab.getByText('Demo Bank has Livret A. Is it the account that you had as Livret A?').waitFor()
    await button(tab, 'Yes, the same').click()
    await question('Livret A').waitFor({ state: 'detached' })
    const { _tag, from, to } = (await readDecisions(tab)).at(-1)
    assert.equal(_tag, 'Accepted')
    assert.ok(Number(from) < Number(to))
  })

  await check('the address that an account had before leads to it, also after a reload', async () => {
    await tab.goto(oldAddress)
    const chosen = tab.getByLabel('Account').locator('option:checked')
    await chosen.filter({ hasText: 'Compte chèques' }).waitFor({ state: 'attached' })
    await transactions(tab).first().waitFor()
    const ids = sandbox.users.find(({ uuid }) => uuid === noor.uuid).accountIds.map(String)
    assert.ok(!ids.includes(new URL(oldAddress).searchParams.get('account')))
    assert.ok(ids.includes(await chosen.getAttribute('value')))
  })

  await check('what is told and asked is taken back', async () => {
    await open(tab, 'Accounts')
    await pressInSandbox(tab, 'Connect the first bank again') // its other one
    await question('Assurance vie').getByRole('button', { name: 'No, another one' }).click()
    await question('Assurance vie').waitFor({ state: 'detached' })
    assert.deepEqual((await tagsOf(tab)).at(-1), 'Rejected')
    await pressInSandbox(tab, 'Connect the first bank again')
    await news('Compte chèques').waitFor()
    await button(tab, 'They are other accounts').click()
    await news('Compte chèques').waitFor({ state: 'detached' })
    assert.deepEqual((await tagsOf(tab)).slice(-2), ['Rejected', 'Rejected'])
  })

  await check('an account that is connected twice counts once, and each of its rows is shown once', async () => {
    const total = await totalOf(tab)
    const countRows = async () => {
      await open(tab, 'Transactions')
      await tab.getByLabel('Search').fill('a')
      const found = await tab.getByText(/^\d+ transactions$/).innerText()
      await open(tab, 'Accounts')
      return found
    }
    await pressInSandbox(tab, 'Connect the first bank again') // the other one, so that the first is Demo Bank
    const rows = await countRows()
    await pressInSandbox(tab, 'Connect the first bank twice')
    await tab.getByText('connected twice: counted once').nth(1).waitFor()
    assert.equal(await bank(tab, 'Demo Bank').count(), 2)
    assert.equal(await totalOf(tab), total)
    assert.equal(await countRows(), rows)
  })

  await check('decisions are stored for nobody who is not logged in, and nothing else is stored', async () => {
    const post = (body, headers) =>
      fetch(`${url}/api/decisions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    assert.equal((await post('[]', {})).status, 401)
    const { name, value } = (await tab.context().cookies(url)).find(({ name }) => name === 'session')
    const cookie = `${name}=${value}`
    const stored = await tagsOf(tab)
    for (const body of [
      '',
      '[',
      'null',
      '[{"_tag":"Accepted","from":1,"to":"2"}]',
      '[{"_tag":"Gone","from":"1","to":"2"}]',
    ])
      assert.equal((await post(body, { cookie })).status, 400, body)
    assert.equal((await post(JSON.stringify('x'.repeat(20_000)), { cookie })).status, 413)
    assert.deepEqual(await tagsOf(tab), stored)
  })
}
