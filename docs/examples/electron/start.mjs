// Builds, then runs Electron, whose package fetches its binary when it is first asked for it.
import './build.mjs'
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const pathOfElectron = () => {
  try {
    return createRequire(import.meta.url)('electron')
  } catch {
    console.error(
      "Electron's binary could not be fetched from GitHub. Is this machine online? Where the binary comes from elsewhere,",
    )
    console.error('name the place in ELECTRON_MIRROR: see docs/examples/electron/README.md')
    return process.exit(1)
  }
}

const electron = spawn(pathOfElectron(), ['.', ...process.argv.slice(2)], { stdio: 'inherit' })
// The terminal gives Ctrl-C to Electron as well.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => electron.kill(signal))
electron.on('close', (code) => (process.exitCode = code ?? 1))
