import { once } from 'node:events'
import { createServer } from 'node:net'
import { chromium } from 'playwright-core'
import { flags } from '../launch.mjs'

/** A port that is free now. */
export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/**
 * A Chromium whose own context has tabs as a person has them: what is not in front is hidden. In the contexts that
 * Playwright makes, and so in all of them by default, each page believes that it is in front.
 */
export const openBrowser = async () => {
  const port = await freePort()
  const process = await chromium.launchServer({
    executablePath: '/usr/bin/chromium',
    args: [...flags, '--disable-component-update', '--disable-sync', `--remote-debugging-port=${port}`],
  })
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })
  return {
    tabs: browser.contexts()[0],
    browser,
    close: async () => {
      await browser.close()
      await process.close()
    },
  }
}
