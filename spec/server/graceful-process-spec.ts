import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, program, type Running } from '../helpers/program.js'

/**
 * A process with two watchers, one of which saves a batch until it reads a line, while the other says when it has been
 * ended. Its worker thread may do so instead; or its batch is never saved, and a line has the time for it run out.
 */
const source = `
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { finalize, fromEvent } from 'rxjs'
import { createClient, createVirtualClock, documentedProfile } from '../lib/index.js'
import { fileCheckpointStore, runGracefully, watcher } from '../lib/node.js'
import { createSandbox } from '../lib/sandbox.js'

const [file, within, place] = process.argv.slice(2)

const watch = (go, config) => {
  const { credentials, http } = createSandbox({ profile: documentedProfile, transactions: 12 })
  const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
  const user = client.user({ externalUserId: 'A6J' })
  const store = fileCheckpointStore(file)
  const saveSlowly = async ({ resources }) => {
    console.log('saving')
    await go()
    console.log('saved ' + resources.length)
  }
  const other = watcher(user.stocks.watchUpdated, { store, process: async () => undefined })
  runGracefully(
    [
      watcher(user.transactions.watchUpdated, { store, process: saveSlowly }),
      (stop$) => other(stop$).pipe(finalize(() => console.log('the other has ended'))),
    ],
    { gracePeriod: Number(within), ...config },
  ).subscribe({
    error: ({ name, message }) => {
      console.log(name + ': ' + message)
      process.exit(1)
    },
    complete: () => console.log('ended'),
  })
}

const lines = createInterface(process.stdin)

if (!isMainThread) {
  const message = () => once(parentPort, 'message')
  watch(() => message().then(message), { stop$: fromEvent(parentPort, 'message') })
} else if (place === 'worker') {
  const worker = new Worker(__filename, { argv: process.argv.slice(2), stdin: false })
  lines.on('line', (line) => worker.postMessage(line))
  worker.on('exit', (code) => {
    console.log('the worker has ended with ' + code)
    lines.close()
  })
} else if (place === 'late') {
  const clock = createVirtualClock()
  lines.on('line', () => clock.advance(Number(within)))
  watch(() => new Promise(() => undefined), { clock })
} else {
  watch(async () => {
    await once(lines, 'line')
    lines.close()
  }, {})
}
`

describe('a process whose watchers are run runGracefully', () => {
  let built: Program
  let folder: string

  beforeAll(() => {
    built = program(source)
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rxbank-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const file = () => join(folder, 'checkpoints.json')

  const start = async (within: number, place = 'main'): Promise<Running> => {
    const running = built.start([file(), String(within), place])
    expect(await running.line()).toBe('saving')
    return running
  }

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'loses no work at %s, keeps the checkpoint, and ends with 0',
    async (signal) => {
      const { child, line, ended } = await start(60_000)
      child.kill(signal)
      expect(await line()).toBe('the other has ended')
      child.stdin?.write('go\n')
      expect([await line(), await line(), await line()]).toEqual(['saved 12', 'ended', undefined])
      expect(await ended).toEqual([0, null])
      expect(readFileSync(file(), 'utf8')).toMatch(/transactions\.updated.*"moment":\d+/)
    },
  )

  it('is ended at once by a second signal', async () => {
    const { child, line, ended } = await start(60_000)
    child.kill('SIGTERM')
    expect(await line()).toBe('the other has ended')
    child.kill('SIGTERM')
    const [code, signal] = await ended
    expect([code, signal, await line()]).toEqual([null, 'SIGTERM', undefined])
  })

  it('is ended by itself, with an error, when work does not end in time', async () => {
    const { child, line, ended } = await start(50, 'late')
    child.kill('SIGTERM')
    expect(await line()).toBe('the other has ended')
    child.stdin?.write('go\n')
    expect(await line()).toBe('StopTimeout: watchers that did not end within 50 ms: 1; their work was aborted')
    expect(await ended).toEqual([1, null])
  })

  it('does the same in a worker thread, which is sent no signals', async () => {
    const { child, line, ended } = await start(60_000, 'worker')
    child.stdin?.write('stop\n')
    expect(await line()).toBe('the other has ended')
    child.stdin?.write('go\n')
    expect([await line(), await line(), await line()]).toEqual(['saved 12', 'ended', 'the worker has ended with 0'])
    expect(await ended).toEqual([0, null])
    expect(readFileSync(file(), 'utf8')).toMatch(/transactions\.updated.*"moment":\d+/)
  })
})
