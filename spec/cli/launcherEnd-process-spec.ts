import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildCommandLine, type CommandLine } from '../helpers/commandLine.js'
import { temporaryFolder } from '../helpers/temporaryFolder.js'

/** The port of a sandbox that `npx` has started in a process group of its own. */
const portOf = async (npx: ChildProcess): Promise<number> => {
  const lines = createInterface(npx.stdout as NodeJS.ReadableStream)
  const [line] = (await once(lines, 'line')) as [string]
  const { base_url: url } = JSON.parse(line) as { readonly base_url: string }
  return Number(new URL(url).port)
}

describe('npx rxbank sandbox', () => {
  let cli: CommandLine
  let npx: ChildProcess
  const path = temporaryFolder()

  beforeAll(() => {
    cli = buildCommandLine()
  })

  beforeEach(() => {
    const main = join(cli.modules, 'main.js')
    chmodSync(main, 0o755)
    mkdirSync(path('node_modules', '.bin'), { recursive: true })
    symlinkSync(main, path('node_modules', '.bin', 'rxbank'))
    npx = spawn('npx', ['--offline', 'rxbank', 'sandbox', '--port', '0'], {
      cwd: path(),
      detached: true,
      env: { PATH: process.env.PATH, HOME: path() },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  })

  afterEach(() => {
    try {
      process.kill(-Number(npx.pid), 'SIGKILL')
    } catch {
      // Every process of the group has ended.
    }
  })

  it.each([
    ['npx gets SIGTERM', 'SIGTERM', 1],
    ['npx gets SIGHUP', 'SIGHUP', 1],
    ['npx is killed', 'SIGKILL', 1],
    ['Ctrl-C is pressed, which all processes get', 'SIGINT', -1],
  ] as const)('ends and frees its port when %s', async (_, signal, sign) => {
    // `close` comes when the last process that could write has ended.
    const closed = once(npx, 'close')
    const port = await portOf(npx)
    process.kill(sign * Number(npx.pid), signal)
    await closed
    const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
  })
})
