import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { violationsOfSchemes } from '../axe.mjs'
import { open } from './pages.mjs'

const names = ['Accounts', 'Transactions', 'Consents', 'Sandbox']

/** What is seen, and beyond an edge of the page. */
const cutOff = `[...document.querySelectorAll('#root *')]
  .filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    const isSeen = width > 1 && element.closest('.spoken, .skip') === null
    return isSeen && (left < -0.5 || right > innerWidth + 0.5)
  })
  .map(({ outerHTML }) => outerHTML.slice(0, 80))`

/** Shows a page whole. */
const show = async (tab, name) => {
  await open(tab, name)
  await tab.getByRole('heading', { level: 1, name }).waitFor()
  await tab.locator('.ghost').first().waitFor({ state: 'detached' })
}

/** Checks that all pages fit, can be read, and are reached by the keyboard. */
export const checkLooks = async ({ tab }) => {
  const fits = async (width, name) => {
    assert.ok((await tab.evaluate('document.documentElement.scrollWidth')) <= width, name)
    assert.deepEqual(await tab.evaluate(cutOff), [], name)
  }

  await check('at 320 pixels nothing is too wide, and axe finds nothing in either scheme', async () => {
    await tab.setViewportSize({ width: 320, height: 800 })
    await tab.reload() // so that the list is short again
    for (const name of names) {
      await show(tab, name)
      await fits(320, name)
      assert.deepEqual(await violationsOfSchemes(tab), { light: [], dark: [] }, name)
    }
    await tab.emulateMedia({ colorScheme: null })
    await show(tab, 'Accounts')
    const ibans = await tab
      .locator('.whole')
      .evaluateAll((texts) => texts.map((text) => new Set(Array.from(text.getClientRects(), ({ y }) => y)).size))
    assert.deepEqual(ibans, [1]) // it has one line
  })

  for (const width of [390, 1280])
    await check(`at ${width} pixels nothing is too wide`, async () => {
      await tab.setViewportSize({ width, height: 800 })
      for (const name of names) {
        await show(tab, name)
        await fits(width, name)
      }
    })

  await check('at 390 pixels nothing is cut if text is twice as large', async () => {
    await tab.setViewportSize({ width: 390, height: 800 })
    await tab.evaluate("document.documentElement.style.fontSize = '200%'")
    for (const name of names) {
      await show(tab, name)
      await fits(390, name)
    }
    await tab.evaluate("document.documentElement.style.fontSize = ''")
    await tab.setViewportSize({ width: 1280, height: 800 })
  })

  await check('all is reached by the keyboard, in the order in which it is seen', async () => {
    await show(tab, 'Accounts')
    await tab.reload()
    await tab.getByRole('heading', { level: 2 }).first().waitFor()
    const order = []
    const step = async () => {
      await tab.keyboard.press('Tab')
      order.push(await tab.evaluate("document.activeElement.textContent.replace(/\\d.*/, '').trim()"))
    }
    for (let turn = 0; turn < 8; turn++) await step()
    const bar = ['Skip to the content', 'Accounts', 'Transactions', 'Consents', 'Sandbox', 'Log out Camille']
    assert.deepEqual(order.slice(0, 7), [...bar, 'Connect a bank'])
    assert.match(order[7], /^Renew consent at Demo Bank$/)
  })

  await check('the skip link leads to the content, and a page that is opened is read from its heading', async () => {
    await tab.reload()
    await tab.getByRole('heading', { level: 2 }).first().waitFor()
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Enter')
    assert.equal(await tab.evaluate('document.activeElement.id'), 'main')
    await tab.keyboard.press('Tab')
    assert.equal(await tab.evaluate('document.activeElement.textContent'), 'Connect a bank')
    await tab.getByRole('link', { name: 'Transactions' }).focus()
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
    assert.equal(await tab.evaluate('document.activeElement.textContent'), 'Transactions')
    assert.equal(await tab.title(), 'Transactions · Daybook')
    await tab.goBack()
    await tab.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
  })
}
