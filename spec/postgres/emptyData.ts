import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { binaries, nobody } from './binaries.js'

/** What `initdb` makes, for each version of PostgreSQL: a copy of it costs a tenth of making it. */
const copies = resolve('node_modules/.cache/rxbank/postgres')

const init = (data: string): void => {
  const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  execFileSync(join(binaries(), 'initdb'), options, { ...nobody, stdio: 'ignore', cwd: dirname(data) })
}

/** Keeps a copy for the next server; that of another process may be there first. */
const keep = (data: string, copy: string): void => {
  mkdirSync(copies, { recursive: true })
  const made = mkdtempSync(`${copy}-`)
  cpSync(data, made, { recursive: true })
  try {
    renameSync(made, copy)
  } catch {
    rmSync(made, { recursive: true })
  }
}

const giveTo = (uid: number, gid: number, data: string): void => {
  for (const file of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    chownSync(join(data, file), uid, gid)
}

/** Makes the data of a server that holds nothing yet, in a folder that is not there. */
export const makeEmptyData = (data: string): void => {
  const { version } = JSON.parse(readFileSync(join(binaries(), '../../package.json'), 'utf8')) as {
    readonly version: string
  }
  const copy = join(copies, version)
  if (existsSync(copy)) {
    cpSync(copy, data, { recursive: true })
    if (nobody.uid !== undefined) giveTo(nobody.uid, nobody.gid, data)
  } else {
    init(data)
    keep(data, copy)
  }
}
