// The site by keys alone: the skip link, the search, the menu of narrow windows, and what is wider than the page.
import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'

const focused = (tab) => tab.evaluate('document.activeElement.id || document.activeElement.textContent')

export const checkKeyboard = async (open, visit) => {
  await check('the first key leads past the menus to the text', async () => {
    const tab = await open(1280)
    await visit(tab, 'guides/paging.html')
    await tab.keyboard.press('Tab')
    assert.equal(await focused(tab), 'Skip to the text')
    assert.ok((await tab.locator('.skip').boundingBox()).y >= 0)
    await tab.keyboard.press('Enter')
    assert.equal(await focused(tab), 'content')
    await tab.keyboard.press('Tab')
    assert.ok(await tab.evaluate("document.querySelector('main').contains(document.activeElement)"))
    await tab.context().close()
  })

  await check('the search is opened, read, followed and left by keys', async () => {
    const tab = await open(1280)
    await visit(tab, 'index.html')
    await tab.keyboard.press('/')
    assert.equal(await focused(tab), 'tsd-search-input')
    await tab.keyboard.type('paging')
    await tab.locator('#tsd-search-results').getByRole('option').first().waitFor()
    await tab.keyboard.press('ArrowDown')
    assert.match(await tab.locator('[aria-selected=true]').innerText(), /^Paging\n/)
    await tab.keyboard.press('Enter')
    await tab.waitForURL(/\/guides\/paging\.html$/)
    await visit(tab, 'index.html')
    await tab.locator('#tsd-search-trigger').focus()
    await tab.keyboard.press('Enter')
    assert.equal(await focused(tab), 'tsd-search-input')
    await tab.keyboard.press('Escape')
    await tab.locator('#tsd-search').waitFor({ state: 'hidden' })
    assert.equal(await focused(tab), 'tsd-search-trigger')
    await tab.context().close()
  })

  await check('the menu of a phone is opened, walked and left by keys', async () => {
    const tab = await open(390)
    await visit(tab, 'index.html')
    const trigger = tab.getByRole('button', { name: 'Menu' })
    await trigger.focus()
    assert.equal(await trigger.getAttribute('aria-expanded'), 'false')
    await tab.keyboard.press('Enter')
    assert.equal(await trigger.getAttribute('aria-expanded'), 'true')
    assert.ok(await tab.evaluate("document.querySelector('.col-sidebar').contains(document.activeElement)"))
    await tab.keyboard.press('Escape')
    assert.equal(await trigger.getAttribute('aria-expanded'), 'false')
    assert.equal(await focused(tab), 'tsd-toolbar-menu-trigger')
    await tab.keyboard.press('Enter')
    const start = tab.locator('#tsd-nav-container summary', { hasText: 'Start' })
    await start.focus()
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(/\/guides\/getting-started\.html$/)
    await tab.context().close()
  })

  await check(
    'code and tables that are wider than their place fade where they go on, and stop keys there',
    async () => {
      let count = 0
      for (const width of [1280, 390]) {
        const tab = await open(width)
        for (const page of [
          'index.html',
          'guides/polling.html',
          'guides/getting-started.html',
          'functions/rxbank.createClient.html',
        ]) {
          await visit(tab, page)
          await tab.waitForFunction("document.querySelector('main [data-more]') !== null")
          const found = await tab.evaluate(() =>
            Array.from(document.querySelectorAll('main *'))
              .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
              .map((element) => ({ element, style: getComputedStyle(element) }))
              .filter(({ style }) => style.overflowX !== 'visible')
              .map(({ element, style }) => ({
                name: `${element.tagName}.${element.className}`,
                isScroller: style.overflowX === 'auto' && element.tabIndex === 0,
                fade: style.maskImage.includes('gradient'),
                more: element.dataset.more,
              })),
          )
          assert.deepEqual(
            found.filter(({ isScroller, fade, more }) => !isScroller || !fade || more !== 'end'),
            [],
            page,
          )
          count += found.length
        }
        await tab.context().close()
      }
      assert.ok(count > 5)
    },
  )

  await check('the fade leaves the end that is reached', async () => {
    const tab = await open(320)
    await visit(tab, 'guides/polling.html')
    const table = tab.locator('main .wide[data-more=end]').first()
    const place = await table.elementHandle()
    await place.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await tab.waitForFunction((element) => element.dataset.more === 'start', place)
    await place.evaluate((element) => element.scrollTo({ left: 20 }))
    await tab.waitForFunction((element) => element.dataset.more === 'start end', place)
    await tab.context().close()
  })

  await check('what is wider than a phone is reached and scrolled by keys, and what is not is no stop', async () => {
    const tab = await open(320)
    await visit(tab, 'guides/tokens.html')
    const picture = tab.locator('.wide', { has: tab.locator('img') }).first()
    await picture.focus()
    await tab.keyboard.press('ArrowRight')
    await tab.waitForFunction("document.querySelector('.wide:focus').scrollLeft > 0")
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.waitForFunction(
      "document.querySelector('.wide:focus') === null || !document.activeElement.hasAttribute('tabindex')",
    )
    assert.equal(await picture.getAttribute('tabindex'), null)
    await tab.context().close()
  })
}
