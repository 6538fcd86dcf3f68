import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fromEvent, ignoreElements, merge, take, takeUntil, timer } from 'rxjs'
import { isClientError } from '../../lib/index.js'
import { type SoakConfig, soakConfig, usage } from './SoakConfig.js'
import { type SoakServer, soakWatcher } from './soakWatcher.js'
import { type Sample, verdict } from './verdict.js'

const columns = [
  ['seconds', 8, (value: number) => value.toFixed(1)],
  ['heap', 9, (value: number) => `${(value / 1e6).toFixed(2)}M`],
  ['rss', 9, (value: number) => `${(value / 1e6).toFixed(1)}M`],
  ['handles', 8, String],
  ['sockets', 8, String],
  ['requests', 9, String],
  ['tokens', 7, String],
  ['updates', 9, String],
  ['errors', 7, String],
  ['ends', 5, String],
] as const

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** The heap in use, without what is garbage: what is only freed by a callback of the first collection goes in the second. */
const heapUsed = (): number => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const run = async ({ minutes, every, seed }: SoakConfig): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'rxbank-soak-'))
  const program = join(dirname(process.argv[1] ?? ''), 'server.cjs')
  const child = fork(program, [String(seed)], { execArgv: [] })
  const [server] = (await once(child, 'message')) as [SoakServer]
  const { run$, counts } = soakWatcher(server, join(directory, 'checkpoints.json'))
  const startedAt = performance.now()
  const samples: Array<Sample> = []
  const sample = (): void => {
    const active = process.getActiveResourcesInfo()
    const taken = {
      seconds: (performance.now() - startedAt) / 1000,
      heap: heapUsed(),
      rss: process.memoryUsage.rss(),
      handles: active.length,
      sockets: active.filter((name) => name.startsWith('TCP')).length,
      ...counts,
    }
    samples.push(taken)
    print(columns.map(([name, width, write]) => write(taken[name]).padStart(width)).join(''))
  }

  print(columns.map(([name, width]) => name.padStart(width)).join(''))
  const end$ = merge(timer(minutes * 60_000), fromEvent(process, 'SIGINT').pipe(take(1)), fromEvent(child, 'exit'))
  merge(run$.pipe(ignoreElements()), timer(every * 1000, every * 1000))
    .pipe(takeUntil(end$))
    .subscribe({
      next: sample,
      complete: () => {
        const { isFlat, lines } = verdict(samples)
        lines.forEach(print)
        process.exitCode = isFlat ? 0 : 1
        if (child.connected) child.disconnect()
        rmSync(directory, { recursive: true })
      },
    })
}

try {
  const config = soakConfig(process.argv.slice(2))
  if (config === 'help') process.stdout.write(usage)
  else void run(config)
} catch (error) {
  if (!isClientError(error)) throw error
  process.stderr.write(`soak: ${error.message}\n`)
  process.exitCode = 2
}
