import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const main = fileURLToPath(new URL('../src/main.js', import.meta.url))
const executablePath = '/usr/bin/chromium'

/** The processes that have a mark in their environment, which they inherit. */
const marked = (mark: string): ReadonlyArray<string> =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })

const until = async (what: string, ask: () => Promise<boolean> | boolean): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    if (await ask()) return
    await setTimeout(100)
  }
  assert.fail(`it never came to this: ${what}`)
}

test('the fleet mirrors all users, outlives a worker that is killed, and ends without a trace', async (t) => {
  const mark = `rxbank-${String(process.pid)}-${String(Date.now())}`
  const env = { ...process.env, FLEET_USERS: '60', FLEET_EVERY: '1500', FLEET_PORT: '0', FLEET_MARK: mark }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit')
  await until('a page', () => said.includes('Ctrl-C ends all'))
  const [url = assert.fail()] = /http:\/\/\S+/.exec(said) ?? []

  await t.test('another origin cannot press a button', async () => {
    const answer = await fetch(`${url}/kill`, { method: 'POST', headers: { Origin: 'https://evil.example' } })
    assert.equal(answer.status, 403)
  })

  const browser = existsSync(executablePath)
    ? await chromium.launch({ executablePath })
    : assert.fail('Chromium is not installed: apt-get install chromium')
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } })
  const errors: Array<string> = []
  const asked: Array<string> = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(url)
  const text = (id: string) => page.locator(`#${id}`).innerText()

  await t.test('the page says of each part what it shows, and of an empty one why it is empty', async () => {
    const parts = await page.locator('dl > div, section').all()
    assert.equal(parts.length, 9)
    for (const part of parts) assert.ok((await part.locator('.says').innerText()).length > 20)
    for (const [empty, full] of [
      ['#no-changes', '#changes tr'],
      ['#no-rounds', '#curve[points*=","]'],
      ['#no-balances', '#plot path[d^="M"]'],
    ] as const) {
      assert.match((await page.locator(empty).textContent()) ?? '', /yet: /)
      await page.locator(full).first().waitFor({ state: 'attached' })
      await page.locator(empty).waitFor({ state: 'hidden' })
    }
  })

  await t.test('the balances of an account are a plot, and a table that says how each is known', async () => {
    assert.match((await page.locator('#plot').getAttribute('aria-label')) ?? '', /^Account \d+ of /)
    await page.locator('#as-table summary').click()
    const sources = await page.locator('#days td:last-child').allInnerTexts()
    assert.ok(sources.includes('reported'))
    assert.equal(
      sources.filter((source) => source === 'reported').length,
      await page.locator('#plot .reported').count(),
    )
    await page.locator('#as-table summary').click()
  })

  await t.test('the page fits a phone', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320)
    await page.setViewportSize({ width: 1000, height: 900 })
  })

  await t.test('the page shows users, and first rows', async () => {
    await until('60 users', async () => (await text('users')).startsWith('60'))
    await until('a row', async () => (await page.locator('#changes tr').count()) > 0)
  })

  await t.test('a worker that is killed by the button is started again', async () => {
    await until('three workers', async () => (await text('workers')).startsWith('3'))
    await page.click('#kill')
    await until('a word of it', async () => /^killed \d+$/.test(await text('said')))
    await until('another worker', async () => /^3\s+1 started again$/.test(await text('workers')))
  })

  await t.test('a user is run now by the button', async () => {
    await page.click('#runNow')
    await until('a word of it', async () => /^\S+ is asked now$/.test(await text('said')))
  })

  await t.test('the page asks for nothing of others, and has no errors', async () => {
    await until('all first rows', async () => parseInt((await text('rows')).replace(/,/g, '')) >= 360)
    const { FLEET_SCREENSHOT: path } = process.env
    if (path !== undefined) await page.screenshot({ path })
    assert.deepEqual(errors, [])
    assert.deepEqual(
      asked.filter((asking) => !asking.startsWith(url)),
      [],
    )
  })

  await browser.close()
  child.kill('SIGINT')
  const [code] = (await ended) as Array<number | null>
  await t.test('at the end all rows are there, and none twice', () => {
    assert.match(said, /\n\d+(,\d+)? rows, all there, none twice\n$/)
    assert.equal(code, 0)
  })

  await t.test('no process is left', async () => {
    await until('no process', () => marked(mark).length === 0)
  })
})
