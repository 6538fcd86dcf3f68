import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { binaries, nobody } from './binaries.js'

/** What `initdb` makes, for each version of PostgreSQL: a copy of it costs a tenth of making it. */
const copies = resolve('node_modules/.cache/rxbank/postgres')

const init = (data: string): void => {
  const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  execFileSync(join(binaries(), 'initdb'), options, { ...nobody, stdio: 'ignore', cwd: dirname(data) })
}

/**
 * Copies a folder with the owner of each file. It has a thousand files, which `cp` copies for a quarter of the CPU that
 * Node takes.
 */
const copyFolder = (from: string, to: string): void => {
  execFileSync('cp', ['-a', from, to])
}

/** Keeps a copy for the next server; that of another process may be there first. */
const keep = (data: string, copy: string): void => {
  mkdirSync(copies, { recursive: true })
  const made = mkdtempSync(`${copy}-`)
  copyFolder(data, join(made, 'data'))
  try {
    renameSync(join(made, 'data'), copy)
  } catch {
    // It is there by now.
  }
  rmSync(made, { recursive: true })
}

/** Makes the data of a server that holds nothing yet, in a folder that is not there. */
export const makeEmptyData = (data: string): void => {
  const { version } = JSON.parse(readFileSync(join(binaries(), '../../package.json'), 'utf8')) as {
    readonly version: string
  }
  // The copy is of the user that the server runs as.
  const copy = join(copies, `${version} of ${String(nobody.uid ?? process.getuid?.())}`)
  if (existsSync(copy)) copyFolder(copy, data)
  else {
    init(data)
    keep(data, copy)
  }
}
