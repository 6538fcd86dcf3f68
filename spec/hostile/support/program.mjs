// Programs beside this one: what they write, and how they end. None outlives its case.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from './installed.mjs'

/** A folder of the case's own. */
export const folder = (after) => {
  const path = mkdtempSync(join(tmpdir(), 'hostile-'))
  after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Starts a program; `ended` has its code or signal, and what it wrote. */
export const program = (after, command, args, options = {}) => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const written = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => (written.out += chunk))
  child.stderr?.on('data', (chunk) => (written.err += chunk))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...written }))
  after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  /** Waits until it has written something to one of its outputs. */
  const wrote = async (name, text) => {
    while (!written[name].includes(text)) {
      const more = await Promise.race([once(name === 'out' ? child.stdout : child.stderr, 'data'), ended])
      if ('code' in more) throw new Error(`it ended with ${more.code ?? more.signal}: ${more.out}${more.err}`)
    }
  }
  return { child, ended, wrote, written }
}

/** Starts Node with a text of a program, which has `rxbank`, `node` and `rxjs` as the package gives them. */
export const script = (after, text, options) => {
  const installed = `require('node:module').createRequire(${JSON.stringify(`${project}/`)})`
  const head = `const installed = ${installed}
    const rxbank = installed('rxbank'), node = installed('rxbank/node'), rxjs = installed('rxjs');\n`
  return program(after, process.execPath, ['-e', `${head}(async () => {${text}})()`], options)
}
