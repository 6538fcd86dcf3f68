import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the built playground as a static host does, in a folder of it, until it is closed; `asked` are the paths. */
export const servePlayground = async (folder) => {
  const asked = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    const [, name = ''] = /^\/site\/playground\/([\w.-]*)$/.exec(url) ?? []
    const file = join(folder, name === '' ? 'index.html' : name)
    if (!url.startsWith('/site/playground/') || !existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': types[extname(file)] })
    createReadStream(file).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, 'localhost', resolve))
  const address = `http://localhost:${server.address().port}/site/playground/`
  return { address, asked, close: () => server.close() }
}

/** Waits until the page shows a scene at a moment, in milliseconds from its beginning. */
export const arrivedAt = async (tab, moment) => {
  await tab.locator(`html[data-arrived="${moment}"]`).waitFor({ state: 'attached' })
  await tab.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Opens the page with what is behind `#`, in a tab that has nothing of the one before. */
export const openAt = async (tab, address, hash) => {
  await tab.goto('about:blank')
  await tab.goto(`${address}#${hash}`)
}

/** The labels of what is in a lane of the inspector, by its whole name. */
export const itemsIn = (tab, name) =>
  tab
    .locator(`.lane[aria-label^="${name}, "]`)
    .locator('.item')
    .evaluateAll((items) => items.map((item) => item.ariaLabel))

export const printedIn = (tab) => tab.locator('#lines li').allInnerTexts()
