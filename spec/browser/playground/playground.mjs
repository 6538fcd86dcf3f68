// The playground in Chromium: its scenes, its time, its faults, its editor, and what it may not do.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildPlayground } from '../../../docs/playground/build.mjs'
import { check } from '../../package/check.cjs'
import { violationsOfSchemes } from '../axe.mjs'
import { arrivedAt, itemsIn, openAt, printedIn, servePlayground } from './openPlayground.mjs'
import { runCopied } from './runCopied.mjs'
import { scenes } from './scenes.mjs'

const kilobytes = 192

const itemLabels = (tab) => tab.locator('.item').evaluateAll((items) => items.map((item) => item.ariaLabel))
const hashOf = async (tab) => new URLSearchParams(new URL(tab.url()).hash.slice(1))
const shownStatus = (tab, text) => tab.locator('#status', { hasText: text }).waitFor()

/** A program that does something when it begins, and has a sandbox. */
const programOf = (text) => `import * as rxbank from 'rxbank'
import { documentedProfile } from 'rxbank'
import { createSandbox } from 'rxbank/sandbox'
export const scene = ({ clock, seed, inspector, print }: any) => {
  const sandbox = createSandbox({ profile: documentedProfile, seed, clock })
  ${text}
  return sandbox
}`

const checkScenes = async (tab, address, copied) => {
  for (const [name, { end, says, check: look }] of Object.entries(scenes))
    await check(`the playground shows ${says}`, async () => {
      await openAt(tab, address, `scene=${name}&at=${end}`)
      await arrivedAt(tab, end)
      await look((lane) => itemsIn(tab, lane), await printedIn(tab))
      await tab.getByRole('button', { name: 'Copy as a test' }).click()
      await shownStatus(tab, 'The test is copied.')
      copied[name] = await tab.evaluate('navigator.clipboard.readText()')
    })
}

const checkTime = async (tab, address) => {
  await check('time goes back and forth, and is the same each time', async () => {
    await openAt(tab, address, 'scene=pages&at=8000')
    await arrivedAt(tab, 8000)
    const [before, printed] = [await itemLabels(tab), await printedIn(tab)]
    await tab.locator('#slider').focus()
    await tab.keyboard.press('End')
    await arrivedAt(tab, 20_000)
    assert.notDeepEqual(await itemLabels(tab), before)
    await tab.keyboard.press('Home')
    await arrivedAt(tab, 0)
    for (let press = 0; press < 80; press++) await tab.keyboard.press('ArrowRight')
    await arrivedAt(tab, 8000)
    assert.deepEqual([await itemLabels(tab), await printedIn(tab)], [before, printed])
    assert.equal((await hashOf(tab)).get('at'), '8000')
  })

  await check('a day passes in about a second', async () => {
    await openAt(tab, address, 'scene=token&at=0')
    await arrivedAt(tab, 0)
    await tab.locator('#speed').selectOption({ label: '1 day a second' })
    const began = performance.now()
    await tab.getByRole('button', { name: 'Play' }).click()
    await arrivedAt(tab, 86_400_000)
    console.log(`playground: a virtual day in ${Math.round(performance.now() - began)} ms`)
    assert.equal((await itemsIn(tab, 'Token lives')).length, 13)
    await tab.getByRole('button', { name: 'Play' }).waitFor()
  })
}

const checkBeginning = async (tab, address) => {
  await check(
    'a scene of which no moment was asked for plays at once, and each button has a name of its own',
    async () => {
      await openAt(tab, address, '')
      await tab.locator('#lines li').first().waitFor()
      const names = await tab
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent))
      assert.ok(names.includes('Pause') && names.includes('Freeze'))
      assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted())
      await tab.getByRole('button', { name: 'Pause' }).click()
      assert.ok(Number((await hashOf(tab)).get('at')) > 0)
    },
  )

  await check('who wants no motion sees the end of a scene at once', async () => {
    await tab.emulateMedia({ reducedMotion: 'reduce' })
    await openAt(tab, address, 'scene=refresh')
    await arrivedAt(tab, 20_000)
    await tab.getByRole('button', { name: 'Play' }).waitFor()
    await tab.emulateMedia({ reducedMotion: null })
  })
}

const checkAddress = (tab, address) =>
  check('another scene may be chosen, also in the address, while one plays', async () => {
    await openAt(tab, address, 'scene=token&at=0')
    await arrivedAt(tab, 0)
    await tab.getByRole('button', { name: 'Play' }).click()
    await tab.getByRole('combobox', { name: 'Scene' }).selectOption('webhook')
    await tab.locator('#lines', { hasText: '0 s: rows: 20' }).waitFor()
    await tab.getByRole('button', { name: 'Pause' }).click()
    assert.equal((await hashOf(tab)).get('scene'), 'webhook')
    await tab.getByRole('button', { name: 'Play' }).click()
    await tab.evaluate("location.hash = '#scene=pages&at=1000'")
    await tab.locator('#lines', { hasText: '1 s: page 1' }).waitFor()
    assert.equal((await hashOf(tab)).get('at'), '1000')
  })

const checkFaults = async (tab, address, copied) => {
  await check('a fault is of the moment of its button, also in the address, and can be taken back', async () => {
    await openAt(tab, address, 'scene=refresh&at=5000')
    await arrivedAt(tab, 5000)
    for (const name of ['503', '429', 'a cut response', 'a slow response'])
      await tab.getByRole('button', { name, exact: true }).click()
    await tab.locator('#slider').focus()
    await tab.keyboard.press('End')
    await arrivedAt(tab, 20_000)
    assert.equal((await hashOf(tab)).get('faults'), '503@5000.429@5000.cut@5000.slow@5000')
    assert.ok((await itemsIn(tab, 'Polls')).some((label) => label.includes('StatusError 503')))
    assert.ok((await itemsIn(tab, 'Polls')).some((label) => label.includes('StatusError 429')))
    const failed = await itemLabels(tab)
    await tab.reload()
    await arrivedAt(tab, 20_000)
    assert.deepEqual(await itemLabels(tab), failed)
    await tab.getByRole('button', { name: 'Copy as a test' }).click()
    await shownStatus(tab, 'The test is copied.')
    copied.faults = await tab.evaluate('navigator.clipboard.readText()')
    for (const name of ['503', '429', 'cut', 'slow'])
      await tab.getByRole('button', { name: `Take back ${name} at` }).click()
    await arrivedAt(tab, 20_000)
    assert.equal((await hashOf(tab)).get('faults'), null)
  })
}

const checkPrograms = async (tab, address) => {
  await check('a program is edited, compiled in the page and kept in the address', async () => {
    await openAt(tab, address, 'scene=pages&at=2000')
    await arrivedAt(tab, 2000)
    await tab.getByRole('button', { name: 'Edit' }).click()
    await tab.getByRole('textbox', { name: 'The program' }).click()
    await tab.keyboard.press('ControlOrMeta+a')
    await tab.keyboard.insertText(programOf("const reported: string = 'edited'; print(reported)"))
    await tab.keyboard.press('ControlOrMeta+Enter')
    await tab.locator('#lines', { hasText: '0 s: edited' }).waitFor()
    assert.match((await hashOf(tab)).get('script'), /print\(reported\)/)
    await tab.getByRole('button', { name: 'Take back' }).click()
    await tab.locator('#lines', { hasText: 'page 1' }).waitFor()
    assert.equal((await hashOf(tab)).get('script'), null)
  })

  const run = async (text) => {
    await openAt(tab, address, new URLSearchParams({ scene: 'pages', at: '1000', script: programOf(text) }))
    await shownStatus(tab, 'This program came with the address')
    assert.deepEqual(await printedIn(tab), [])
    await tab.getByRole('button', { name: 'Run', exact: true }).click()
  }

  await check('a program of an address waits until it is run, and its error is shown', async () => {
    await run("throw new RangeError('of the program')")
    await shownStatus(tab, 'RangeError: of the program')
    await run('print(]')
    await tab.locator('#status.error').waitFor()
  })

  for (const [width, height] of [
    [1280, 900],
    [390, 600],
  ])
    await check(`whoever has run a program sees its error there, and it is announced, at ${width} px`, async () => {
      await tab.setViewportSize({ width, height })
      const isInView = () =>
        tab.locator('#outcome').evaluate((place) => {
          const { top, bottom } = place.getBoundingClientRect()
          return place.textContent !== '' && top >= 0 && bottom <= innerHeight
        })
      const distance = (from, to) => Math.abs(from.y + from.height - to.y)
      await run("throw new RangeError('by the button')")
      await tab.locator('#outcome.error', { hasText: 'RangeError: by the button' }).waitFor()
      assert.ok(await isInView())
      const button = await tab.getByRole('button', { name: 'Run', exact: true }).boundingBox()
      assert.ok(distance(button, await tab.locator('#outcome').boundingBox()) < 40)
      assert.equal(await tab.locator('#status[role=status]').innerText(), 'RangeError: by the button')
      await tab.getByRole('textbox', { name: 'The program' }).click()
      await tab.keyboard.press('ControlOrMeta+a')
      const blank = '\n'.repeat(40)
      await tab.keyboard.insertText(programOf(`${blank}throw new RangeError('by keys')`))
      await tab.keyboard.press('ControlOrMeta+Enter')
      await tab.locator('#outcome.error', { hasText: 'RangeError: by keys' }).waitFor()
      assert.ok(await isInView())
      await tab.getByRole('button', { name: 'Take back' }).click()
      await tab.locator('#lines', { hasText: 'page 1' }).waitFor()
      assert.equal(await tab.locator('.message', { hasText: 'Error' }).count(), 0)
    })
  await tab.setViewportSize({ width: 1280, height: 900 })

  await check('a program that fails at once leaves nothing of the one before in the lanes', async () => {
    await openAt(tab, address, 'scene=pages&at=9000')
    await arrivedAt(tab, 9000)
    await tab.getByRole('button', { name: 'Edit' }).click()
    await tab.getByRole('textbox', { name: 'The program' }).click()
    await tab.keyboard.press('ControlOrMeta+a')
    await tab.keyboard.insertText(programOf("throw new RangeError('at once')"))
    await tab.keyboard.press('ControlOrMeta+Enter')
    await shownStatus(tab, 'RangeError: at once')
    await tab.waitForFunction("document.querySelector('rxbank-inspector').shadowRoot.querySelector('.item') === null")
  })

  await check('credentials are accepted with the own transport of their sandbox, and with no other', async () => {
    const config = "profile: rxbank.documentedProfile, clock, baseUrl: 'https://bank.example', ...sandbox.credentials"
    await run(`rxbank.createClient({ ${config}, http: sandbox.http }); print('accepted')`)
    await tab.locator('#lines', { hasText: 'accepted' }).waitFor()
    for (const http of [
      '',
      'http: (request) => sandbox.http(request)',
      'http: createSandbox({ profile: rxbank.documentedProfile, credentials: { clientId: "a", clientSecret: "b" } }).http',
    ]) {
      await run(`rxbank.createClient({ ${config}, ${http} })`)
      await shownStatus(tab, 'no secret in a browser')
    }
  })

  await check('a program can send nothing', async () => {
    await run("fetch('https://bank.example/').then(() => print('sent'), () => print('refused'))")
    await arrivedAt(tab, 1000)
    await tab.locator('#slider').focus()
    // The refusal comes when it comes: time is moved by one step more until the program has told of it.
    for (let moment = 1100; (await printedIn(tab)).length === 0; moment += 100) {
      await tab.keyboard.press('ArrowRight')
      await arrivedAt(tab, moment)
    }
    assert.match((await printedIn(tab)).join(), /refused$/)
  })
}

const checkLooks = async (tab, address) => {
  const itemBoxes = (selector) =>
    tab.locator(selector).evaluateAll((items) =>
      items.map((item) => {
        const { left, right } = item.getBoundingClientRect()
        return { text: item.textContent, left, right, isWhole: item.scrollWidth <= item.clientWidth }
      }),
    )

  await check('the axis ends at the moment that is shown, not at the last event', async () => {
    await openAt(tab, address, 'scene=pages&at=20000')
    await arrivedAt(tab, 20_000)
    const axis = await tab.locator('.axis').boundingBox()
    const last = (await itemBoxes('.lane[aria-label^="banks,"] .item')).at(-1)
    // Unsubscribed after 14.5 s of 20.
    assert.ok(Math.abs((last.left - axis.x) / axis.width - 0.725) < 0.01)
    assert.match(await tab.locator('.status').innerText(), /until 2026-01-15T08:00:20\.000Z$/)
    assert.equal(await tab.locator('.tick').last().innerText(), '20 s')
  })

  await check(
    'an aborted request, one with a 503 and one with a 429 differ in more than colour, and a legend says so',
    async () => {
      const bars = tab.locator('.lane[aria-label^="banks.list,"] .item')
      const look = (index) =>
        bars.nth(index).evaluate((bar) => {
          const { backgroundImage, backgroundColor, borderStyle } = getComputedStyle(bar)
          return [
            bar.textContent.replace(/\d+/, ''),
            borderStyle,
            backgroundImage.replace(/rgba?\([^)]*\)/g, ''),
            backgroundColor,
          ]
        })
      const looks = [await look(0), await look(1), await look(3), await look(9)]
      for (const [part, count] of [
        [0, 4],
        [2, 3],
      ])
        assert.equal(new Set(looks.map((each) => each[part])).size, count)
      assert.equal(looks[3][1], 'dashed')
      const legend = await tab.locator('.legend li').allInnerTexts()
      for (const words of ['answered', 'after an error, such as a 503', 'after a 429', 'aborted', 'unsubscription'])
        assert.ok(
          legend.some((text) => text.includes(words)),
          words,
        )
    },
  )

  await check('numbers of requests from 100 on are whole, at the end of the axis too', async () => {
    for (const width of [1280, 390]) {
      await tab.setViewportSize({ width, height: 900 })
      await openAt(tab, address, `scene=consent&at=${scenes.consent.end}`)
      await arrivedAt(tab, scenes.consent.end)
      const { x, width: room } = await tab.locator('rxbank-inspector').boundingBox()
      const bars = await itemBoxes('.bar.good')
      assert.ok(bars.some(({ text }) => text === '118'))
      assert.deepEqual(
        bars.filter(({ isWhole, right }) => !isWhole || right > x + room),
        [],
      )
    }
    await tab.setViewportSize({ width: 1280, height: 900 })
  })

  await check('times are in days, hours, minutes and seconds', async () => {
    await openAt(tab, address, `scene=consent&at=${scenes.consent.end}`)
    await arrivedAt(tab, scenes.consent.end)
    assert.match((await printedIn(tab)).at(-1), /^12 d 6 h\b.*: /)
    assert.equal(await tab.locator('#moment').innerText(), '14 d of 14 d')
    assert.ok(!/\d{4,} ms/.test(await tab.locator('main').innerText()))
    assert.deepEqual(
      (await itemLabels(tab)).filter((label) => /\d{4,} ms/.test(label)),
      [],
    )
  })

  await check('the first screen of a phone has the clock, and the lanes below it', async () => {
    await tab.setViewportSize({ width: 390, height: 844 })
    await openAt(tab, address, 'scene=pages&at=20000')
    await arrivedAt(tab, 20_000)
    const bottom = async (locator) => {
      const { y, height } = await locator.boundingBox()
      return y + height
    }
    assert.ok((await bottom(tab.getByRole('button', { name: 'Play' }))) < 200)
    assert.ok((await bottom(tab.locator('.lane').last())) < 844)
    await tab.setViewportSize({ width: 320, height: 568 })
    assert.ok((await bottom(tab.locator('.lane').first())) < 568)
    await tab.locator('#faults summary').click()
    await tab.getByRole('button', { name: '503' }).click()
    await tab.getByRole('button', { name: 'Take back 503 at' }).waitFor()
    await tab.setViewportSize({ width: 1280, height: 900 })
  })
}

const checkAxe = (tab, address) =>
  check('axe finds nothing in a scene, its details and its editor, light and dark', async () => {
    for (const [name, { end }] of Object.entries(scenes)) {
      await openAt(tab, address, `scene=${name}&at=${end}&faults=503@100.429@200`)
      await arrivedAt(tab, end)
      await tab.locator('.item').first().click()
      await tab.getByRole('button', { name: 'Edit' }).click()
      await tab.getByRole('textbox', { name: 'The program' }).waitFor()
      assert.deepEqual(await violationsOfSchemes(tab), { light: [], dark: [] })
    }
  })

export const checkPlayground = async (browser, project) => {
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-playground-'))
  await buildPlayground(folder)

  await check(`the playground takes at most ${kilobytes} kB without its editor`, () => {
    const sizeOf = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
    const bytes = ['index.html', 'style.css', 'main.js', 'worker.js'].reduce((sum, file) => sum + sizeOf(file), 0)
    console.log(
      `playground: ${(bytes / 1000).toFixed(1)} kB gzip; its editor: ${(sizeOf('editor.js') / 1000).toFixed(1)}`,
    )
    assert.ok(bytes <= kilobytes * 1000)
  })

  const { address, asked, close } = await servePlayground(folder)
  const { origin } = new URL(address)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const tab = await context.newPage()
  const sent = []
  const complaints = []
  context.on('request', (request) => sent.push(request.url()))
  tab.on('console', (message) => complaints.push(message.text()))
  tab.on('pageerror', (error) => complaints.push(error.message))
  const copied = {}
  try {
    await checkScenes(tab, address, copied)
    await checkTime(tab, address)
    await checkBeginning(tab, address)
    await checkAddress(tab, address)
    await checkFaults(tab, address, copied)
    await checkLooks(tab, address)

    await check('each copied test passes with jest', () => {
      assert.deepEqual(Object.keys(copied), [...Object.keys(scenes), 'faults'])
      assert.deepEqual(runCopied(project, copied), { passed: 9, failed: 0 })
    })

    await check('the playground obeys its policy of content, and writes nothing to the console', () => {
      assert.deepEqual(complaints, [])
    })

    await checkPrograms(tab, address)

    await checkAxe(tab, address)

    await check('no request leaves the page: its own files are all that is asked for', () => {
      const foreign = sent.filter((url) => !url.startsWith(origin) && !/^(about|blob|data):/.test(url))
      assert.deepEqual(foreign, [])
      assert.deepEqual(
        asked.filter((path) => !/^\/site\/playground\/(main|worker|editor|chunk-\w+)?(\.js|style\.css)?$/.test(path)),
        [],
      )
    })

    await check('the playground fits 320 px', async () => {
      await tab.setViewportSize({ width: 320, height: 700 })
      for (const name of Object.keys(scenes)) {
        await openAt(tab, address, `scene=${name}&at=${scenes[name].end}&faults=503@100.429@200`)
        await arrivedAt(tab, scenes[name].end)
        assert.ok((await tab.evaluate('document.documentElement.scrollWidth')) <= 320)
      }
    })
  } finally {
    await context.close()
    close()
    rmSync(folder, { recursive: true })
  }
}
