// Chromium as Debian packages it, with nothing in it that asks the network on its own.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/** That without any window, where it is installed: pages take two thirds of the CPU in it. */
const [executablePath] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].filter((path) => existsSync(path))

/** A browser, whose tabs are those of Playwright: each believes that it is in front. */
export const launch = (...more) => chromium.launch({ executablePath, args: [...flags, ...more] })
