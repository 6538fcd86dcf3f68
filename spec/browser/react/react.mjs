// rxbank/react in Chromium, with React 18 and 19 in their development builds, which complain of wrong hydration.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { check } from '../../package/check.cjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
const ours = createRequire(root)

/** Takes packages from the projects that have installed them. */
const installedIn = (folders) => ({
  name: 'installed packages',
  setup: ({ onResolve, resolve }) => {
    for (const [filter, resolveDir] of folders)
      onResolve({ filter }, ({ path, kind, pluginData }) =>
        pluginData === installedIn ? undefined : resolve(path, { kind, resolveDir, pluginData: installedIn }),
      )
  },
})

const bundle = async (file, project, reactProject, options) => {
  const { outputFiles } = await build({
    entryPoints: [here + file],
    absWorkingDir: root,
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [
      installedIn([
        [/^(rxbank|rxjs)(\/|$)/, project],
        [/^react(-dom)?(\/|$)/, reactProject],
      ]),
    ],
    ...options,
  })
  return outputFiles[0].text
}

const serve = async (project, reactProject) => {
  const page = await bundle('page.ts', project, reactProject, { format: 'esm', platform: 'browser' })
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-react-'))
  const program = join(folder, 'server.cjs')
  writeFileSync(program, await bundle('server.ts', project, reactProject, { format: 'cjs', platform: 'node' }))
  const { render } = ours(program)
  rmSync(folder, { recursive: true })
  const server = createServer((request, response) => {
    if (request.url === '/page.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(page)
    if (request.url !== '/') return response.writeHead(204).end()
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.write('<!doctype html><div id="root">')
    const { write, end } = response
    const tail = '</div><script type="module" src="/page.js"></script>'
    render(Object.assign(response, { write, end: () => end.call(response, tail) }))
  })
  await new Promise((resolve) => server.listen(0, 'localhost', resolve))
  return { address: `http://localhost:${server.address().port}/`, close: () => server.close() }
}

const checkVersion = async (browser, project, reactProject, major) => {
  const { address, close } = await serve(project, reactProject)
  const tab = await browser.newPage()
  const complaints = []
  tab.on('console', (message) => {
    if (message.type() !== 'info') complaints.push(message.text())
  })
  tab.on('pageerror', (error) => complaints.push(error.message))
  const text = (id) => tab.locator(`#${id}`).innerText()
  const shows = (id, expected) => tab.locator(`#${id}`, { hasText: expected }).waitFor()
  const run = (script) => tab.evaluate(script)
  await tab.goto(address)
  await tab.waitForFunction('globalThis.page !== undefined')

  await check(`React ${major}: two components in strict mode share one subscription`, async () => {
    assert.match(await run('page.version'), new RegExp(`^${major}\\.`))
    await tab.waitForFunction('page.counts().isObserved')
    await run('page.next(7)')
    await shows('one', '7 active')
    await shows('other', '7 active')
    assert.deepEqual(await run('page.counts()'), { subscriptions: 1, isObserved: true })
  })

  await check(`React ${major}: a suspended component shows its first value`, () => shows('name', 'of first'))

  await check(`React ${major}: reload subscribes anew, and keeps the value`, async () => {
    await tab.locator('#one').click()
    await shows('other', '7 loading')
    await run('page.next(8)')
    await shows('other', '8 active')
    assert.equal((await run('page.counts()')).subscriptions, 2)
  })

  await check(`React ${major}: a feed adds pages, keeps its rows beside an error, and starts again`, async () => {
    await shows('feed', '2 live')
    await tab.locator('#more').click()
    await shows('feed', '4 live')
    await run('page.refuse(true)')
    await tab.locator('#more').click()
    await shows('feed', '4 stopped refused')
    await run('page.refuse(false)')
    await tab.locator('#anew').click()
    await shows('feed', '2 live')
    await tab.locator('#more').click()
    await tab.locator('#more').click()
    await shows('feed', '6 live')
    assert.equal(await tab.locator('#more').count(), 0)
  })

  await check(`React ${major}: hydration and strict mode complain of nothing`, () => {
    assert.deepEqual(complaints, [])
  })

  await check(`React ${major}: another client starts all streams anew`, async () => {
    await run("page.render({ client: { name: 'second' } })")
    await shows('name', 'of second')
    await shows('one', '0 loading')
  })

  await check(`React ${major}: an unmounted stream is unsubscribed`, async () => {
    await run("page.render({ client: { name: 'third' }, isMounted: false })")
    await tab.waitForFunction('!page.counts().isObserved')
  })

  await check(`React ${major}: an error boundary gets the error, and tries again`, async () => {
    await run("page.render({ client: { name: 'third' }, isFragile: true })")
    await tab.locator('#retry').waitFor()
    await run('page.mend()')
    await tab.locator('#retry').click()
    await shows('fragile', 'mended')
    assert.equal(await text('fragile'), 'mended')
  })
  await check(`React ${major}: a page that waits keeps its subscription, and one that was left has none`, async () => {
    await run("page.render({ client: { name: 'fourth' }, isSlow: true })")
    await shows('slow', 'reading')
    for (let second = 0; second < 17; second++) {
      await run('page.advance(1_000)')
      // A wait has two timers. One that is over has one, for the second within which who still waits is rendered again.
      await tab.waitForFunction('page.pending() > 1')
    }
    assert.deepEqual(await run('page.slow'), { subscriptions: 1, open: 1 })
    await run("page.render({ client: { name: 'fourth' } })")
    await tab.locator('#slow').waitFor({ state: 'detached' })
    await run('page.advance(6_000)')
    assert.deepEqual(await run('page.slow'), { subscriptions: 1, open: 0 })
  })
  await tab.close()
  close()
}

/** `react18`: a project that has installed React 18, if it is to be checked too. */
export const checkReact = async (browser, project, react18) => {
  if (react18 !== undefined) await checkVersion(browser, project, react18, 18)
  await checkVersion(browser, project, root, 19)
}
