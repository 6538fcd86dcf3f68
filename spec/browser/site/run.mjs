// node spec/browser/site/run.mjs: builds the site, and reads it in Chromium as somebody would who looks for something.
// Each check prints a line, as in TAP.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSite } from '../../../docs/site/build.mjs'
import { menu } from '../../../docs/site/menu.mjs'
import { check } from '../../package/check.cjs'
import { violations, violationsOfColors } from '../axe.mjs'
import { launch } from '../launch.mjs'
import { checkKeyboard } from './keyboard.mjs'
import { checkProgramFiles } from './programFiles.mjs'
import { checkSearch } from './search.mjs'
import { serveFolder } from './serveFolder.mjs'
import { brokenLinks, filesOf, packed, pagesOf, unpacked } from './siteFiles.mjs'

const folder = mkdtempSync(join(tmpdir(), 'rxbank-site-'))
await check('the site is built, and typedoc warns of nothing', () => buildSite(folder))
const files = filesOf(folder)
const pages = pagesOf(folder)
const texts = Array.from(pages.keys()).filter((file) =>
  /^(index|changelog|security|contributing|(guides|maintainers)\/.*)\.html$/.test(file),
)
/** A page of each form: the first two are looked at with their menu, of a guide and of the reference. */
const forms = [
  'index.html',
  'interfaces/rxbank.Transaction.html',
  'guides/polling.html',
  'guides/observability.html',
  'maintainers/architecture.html',
  'modules.html',
  'modules/rxbank.html',
  'functions/rxbank.createClient.html',
  'classes/rxbank.StatusError.html',
  'types/rxbank.ClientError.html',
  'variables/rxbank_codec.transaction.html',
]

await check('all links within the site lead to a file, and to an anchor of it', () => {
  assert.ok(pages.size > 600 && texts.length === menu().length + 1)
  assert.deepEqual(brokenLinks(pages, files), [])
})

await check('programs find each page as Markdown, and what it links to', () => checkProgramFiles(folder, files))

await check('what is copied beside the pages are pictures', () => {
  const media = files.filter((file) => file.startsWith('media/'))
  assert.ok(media.length >= 5)
  assert.deepEqual(
    media.filter((file) => !file.endsWith('.svg')),
    [],
  )
})

await check('what the menu and the search lead to is there', () => {
  const paths = (entries) => entries.flatMap(({ path, children = [] }) => [path, ...paths(children)])
  const led = [...paths(unpacked(folder, 'navigation.js')), ...unpacked(folder, 'search.js').map(({ url }) => url)]
  const links = led.filter((path) => path !== undefined)
  assert.ok(links.length > 2000)
  assert.deepEqual(brokenLinks(new Map([...pages, ['the menu', { ids: new Set(), links }]]), files), [])
})

await check('the menu has the ways of the readers, and all guides below them', () => {
  const [top, ...groups] = unpacked(folder, 'navigation.js')
  assert.deepEqual([top.path, top.text], ['guides/index.html', 'Guides'])
  assert.deepEqual(
    groups.map(({ text }) => text),
    ['Start', 'Learn', 'Use', 'Platforms', 'Operate', 'Reference', 'Maintain'],
  )
  const [start] = groups
  assert.deepEqual(
    start.children.slice(0, 2).map(({ text, path }) => [text, path]),
    [
      ['Getting started', 'guides/getting-started.html'],
      ['A React page', 'guides/quickstart-react.html'],
    ],
  )
  const reference = groups.find(({ text }) => text === 'Reference')
  assert.equal(reference.children[0].text, 'rxbank')
  const below = groups
    .filter((group) => group !== reference)
    .flatMap(({ children }) => children.map(({ path }) => path))
  assert.deepEqual(['index.html', 'guides/index.html', ...below].sort(), texts.toSorted())
})

await check('the search keeps the code in comments', () => {
  const { text } = unpacked(folder, 'search.js').find(
    ({ kind, title }) => kind === 'name' && title === 'CheckpointReason',
  )
  assert.match(text, /- \w+[\w-]*: it is empty/)
})

await check('what the search shows has no marks of Markdown', () => {
  const shown = unpacked(folder, 'search.js').map(({ title, page, text }) => `${title} ${page} ${text}`)
  assert.deepEqual(
    shown.filter((line) => /`|\*\*\w|\]\(/.test(line)),
    [],
  )
})

await check(
  'the reference of createClient is of programs that hold the credentials, and leads to that of pages',
  () => {
    const html = readFileSync(join(folder, 'functions/rxbank.createClient.html'), 'utf8')
    const [application, gateway] = ['ClientConfig', 'GatewayConfig'].map((name) => html.includes(`>${name}</a>`))
    assert.deepEqual([application, gateway], [true, false])
    const [summary] = /Creates a client[^<]*/.exec(html)
    assert.equal(
      summary.trim(),
      'Creates a client of a service, for a program that holds the credentials; for a page there is',
    )
  },
)

await check('the home page has a picture of data, ways to go, the installation and a program, in this order', () => {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const main = html.slice(html.indexOf('<main'))
  const places = [
    'rxbank reads bank data',
    'clean_description',
    'class="ways"',
    'id="install"',
    'id="show-new-transactions"',
    'id="go-on"',
  ].map((part) => main.indexOf(part))
  assert.ok(places.every((place) => place > 0))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
})

const browser = await launch()
const { address, missing, close } = await serveFolder(folder, '/any/folder/')

/** A tab of a size and a scheme; what it asks for, and what it complains of. */
const sent = []
const complaints = []
const open = async (width, colorScheme = 'light') => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' })
  context.on('request', (request) => sent.push(request.url()))
  const tab = await context.newPage()
  tab.on('console', (message) => complaints.push(message.text()))
  tab.on('pageerror', (error) => complaints.push(error.message))
  return tab
}

/**
 * Gives what a tab goes to from now on a menu without the names of the reference: it is the same in each page, and these
 * names take longer to draw than a page.
 */
const shortenMenu = (tab) => {
  const groups = unpacked(folder, 'navigation.js').map((group) =>
    group.text === 'Reference'
      ? { ...group, children: group.children.map((module) => ({ ...module, children: undefined })) }
      : group,
  )
  const body = `window.navigationData = "${packed(groups)}"`
  return tab.route('**/navigation.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

/** Goes to a page, and waits until its menu is there. */
const visit = async (tab, page, base = address) => {
  await tab.goto(`${base}${page}`)
  await tab.locator('#tsd-nav-container details').first().waitFor({ state: 'attached' })
}

try {
  for (const [width, scheme, find] of [
    [1280, 'light', violations],
    [1280, 'dark', violationsOfColors],
    [390, 'light', violations],
  ])
    await check(`axe finds nothing in a page of each form, ${width} px, ${scheme}`, async () => {
      const tab = await open(width, scheme)
      const found = []
      for (const [index, page] of forms.entries()) {
        if (index === 2) await shortenMenu(tab)
        await visit(tab, page)
        found.push(...(await find(tab)).map((line) => `${page}: ${line}`))
      }
      assert.deepEqual(found, [])
      await tab.context().close()
    })

  await check('no page scrolls sideways at 320 px', async () => {
    const tab = await open(320)
    const wide = []
    for (const [index, page] of Array.from(new Set([...forms, ...texts])).entries()) {
      if (index === 1) await shortenMenu(tab)
      await visit(tab, page)
      if ((await tab.evaluate('document.documentElement.scrollWidth')) > 320) wide.push(page)
    }
    assert.deepEqual(wide, [])
    await tab.context().close()
  })

  await check('code of the guides fits its box at 1280 px', async () => {
    const tab = await open(1280)
    const wide = []
    for (const [index, page] of texts.filter((file) => !file.startsWith('maintainers/')).entries()) {
      if (index === 1) await shortenMenu(tab)
      await visit(tab, page)
      const lines = await tab.evaluate(() =>
        Array.from(document.querySelectorAll('main pre > code'))
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent.split('\n').toSorted((one, other) => other.length - one.length)[0]),
      )
      wide.push(...lines.map((line) => `${page}: ${line}`))
    }
    assert.deepEqual(wide, [])
    await tab.context().close()
  })

  await checkKeyboard(open, visit)
  await checkSearch(open, visit)

  await check('the scheme is that of the system, or the one that was chosen, pictures too', async () => {
    const tab = await open(1280, 'light')
    await visit(tab, 'guides/tokens.html')
    const picture = tab.locator('main img[src$="token.svg"]')
    const shown = async () => [
      await tab.evaluate('getComputedStyle(document.body).backgroundColor'),
      (await picture.screenshot()).toString('base64'),
    ]
    const [lightPage, lightPicture] = await shown()
    await tab.locator('.settings summary').click()
    await tab.locator('#tsd-theme').selectOption('dark')
    const [darkPage, darkPicture] = await shown()
    assert.notEqual(darkPage, lightPage)
    assert.notEqual(darkPicture, lightPicture)
    await tab.locator('#tsd-theme').selectOption('os')
    assert.deepEqual(await shown(), [lightPage, lightPicture])
    await tab.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await shown(), [darkPage, darkPicture])
    await tab.context().close()
  })

  await check('the playground has the scheme that was chosen, and changes it', async () => {
    const tab = await open(1280, 'light')
    const grounds = () =>
      tab.evaluate(() =>
        ['body', 'rxbank-inspector'].map((part) => getComputedStyle(document.querySelector(part)).backgroundColor),
      )
    await visit(tab, 'guides/tokens.html')
    await tab.locator('.settings summary').click()
    await tab.locator('#tsd-theme').selectOption('dark')
    await tab.goto(`${address}playground/index.html`)
    assert.deepEqual(await grounds(), ['rgb(18, 24, 31)', 'rgb(18, 24, 31)'])
    await tab.getByLabel('Theme').selectOption('os')
    assert.deepEqual(await grounds(), ['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
    await tab.context().close()
  })

  await check('the playground is a click away, plays, and leads back', async () => {
    const tab = await open(1280)
    await visit(tab, 'guides/observability.html')
    await tab.getByRole('link', { name: 'Open the playground' }).click()
    await tab.getByRole('button', { name: 'Play' }).click()
    await tab.locator('#lines li').nth(2).waitFor()
    assert.ok((await tab.locator('#code .tok-keyword').count()) > 5)
    assert.deepEqual(await violations(tab), [])
    await tab.locator('#tsd-search-trigger').click()
    await tab.keyboard.type('continue after a restart')
    await tab.locator('#tsd-search-results').getByRole('option').first().click()
    await tab.waitForURL(`${address}guides/polling.html#continue-after-a-restart`)
    await tab.locator('#tsd-toolbar-links').getByRole('link', { name: 'Playground' }).click()
    assert.equal(new URL(tab.url()).pathname, '/any/folder/playground/index.html')
    await tab.context().close()
  })

  await check('nothing was asked of another host, nothing was missing, and nothing was written to the console', () => {
    const { origin } = new URL(address)
    assert.ok(sent.length > 500)
    assert.deepEqual(
      sent.filter((url) => !url.startsWith(origin) && !/^(blob|data):/.test(url)),
      [],
    )
    assert.deepEqual([missing, complaints], [[], []])
  })

  await check('from a folder of this machine it can be read and searched', async () => {
    const tab = await open(1280)
    await visit(tab, 'index.html', `${pathToFileURL(folder).href}/`)
    await tab.keyboard.press('/')
    await tab.keyboard.type('continue after a restart')
    await tab.locator('#tsd-search-results').getByRole('option').first().click()
    await tab.waitForURL(/\/guides\/polling\.html#continue-after-a-restart$/)
    assert.equal(await tab.locator('main :target').innerText(), 'Continue after a restart')
    await tab.context().close()
  })
} finally {
  await browser.close()
  close()
  rmSync(folder, { recursive: true })
}
console.log('# end')
