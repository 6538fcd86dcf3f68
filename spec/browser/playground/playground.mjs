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

const kilobytes = 150

const itemLabels = (tab) => tab.locator('.item').evaluateAll((items) => items.map((item) => item.ariaLabel))
const hashOf = async (tab) => new URLSearchParams(new URL(tab.url()).hash.slice(1))
const shownStatus = (tab, text) => tab.locator('#status', { hasText: text }).waitFor()

/** A program that does something when it begins, and has a sandbox. */
const programOf = (text) => `import * as rxbank from 'rxbank'
import { createSandbox } from 'rxbank/sandbox'
export const scene = ({ clock, seed, inspector, print }: any) => {
  const sandbox = createSandbox({ seed, clock })
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
    await tab.locator('#speed').selectOption({ label: 'a day a second' })
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
        .evaluateAll((buttons) => buttons.map(({ textContent }) => textContent))
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
    await tab.locator('#lines', { hasText: '0 ms: rows: 20' }).waitFor()
    await tab.getByRole('button', { name: 'Pause' }).click()
    assert.equal((await hashOf(tab)).get('scene'), 'webhook')
    await tab.getByRole('button', { name: 'Play' }).click()
    await tab.evaluate("location.hash = '#scene=pages&at=1000'")
    await tab.locator('#lines', { hasText: '1000 ms: page 1' }).waitFor()
    assert.equal((await hashOf(tab)).get('at'), '1000')
  })

const checkFaults = async (tab, address, copied) => {
  await check('a fault is of the moment of its button, also in the address, and can be taken back', async () => {
    await openAt(tab, address, 'scene=refresh&at=5000')
    await arrivedAt(tab, 5000)
    for (const name of ['503', '429', 'a cut answer', 'a slow answer'])
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
    await tab.keyboard.insertText(programOf("const told: string = 'edited'; print(told)"))
    await tab.keyboard.press('ControlOrMeta+Enter')
    await tab.locator('#lines', { hasText: '0 ms: edited' }).waitFor()
    assert.match((await hashOf(tab)).get('script'), /print\(told\)/)
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

  await check('credentials are accepted with the own transport of their sandbox, and with no other', async () => {
    const config = "clock, baseUrl: 'https://bank.example', ...sandbox.credentials"
    await run(`rxbank.createClient({ ${config}, http: sandbox.http }); print('accepted')`)
    await tab.locator('#lines', { hasText: 'accepted' }).waitFor()
    for (const http of [
      '',
      'http: (request) => sandbox.http(request)',
      'http: createSandbox({ credentials: { clientId: "a", clientSecret: "b" } }).http',
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

    await check('each copied test passes with jest', () => {
      assert.deepEqual(Object.keys(copied), [...Object.keys(scenes), 'faults'])
      assert.deepEqual(runCopied(project, copied), { passed: 7, failed: 0 })
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
