import type { Job } from '../run/Job.js'
import { jobs } from '../run/jobs.js'
import { pool } from '../run/pool.js'
import type { Report } from '../run/worker.js'
import type { Options } from './Options.js'
import { parse } from './parse.js'
import { summary, table } from './table.js'
import { tell } from './tell.js'

const out = (text: string): void => void process.stdout.write(text)
const aside = (text: string): void => void process.stderr.write(text)

const tapLine = (seed: number, reports: ReadonlyArray<Report>): string => {
  const isOk = reports.every(({ outcome }) => outcome.broken === undefined)
  const requests = reports.reduce((sum, { outcome }) => sum + (outcome.counts.requests ?? 0), 0)
  const digests = reports.map(({ outcome }) => outcome.digest).join(' ')
  return `${isOk ? 'ok' : 'not ok'} - seed ${String(seed)}: ${String(requests)} requests, ${digests}\n`
}

/** Runs the simulation that the arguments ask for: status 0 when all held, 1 when not, 2 for wrong arguments. */
export const simulate = (args: ReadonlyArray<string>): void => {
  const options = parse(args)
  const asked = jobs(options)
  const tasks = asked.map((job, index) => ({ index, job, isTraced: options.isTraced, shrinks: options.shrinks }))
  const started = performance.now()
  const seen = summary()
  let ofSeed: ReadonlyArray<Report> = []
  let heap = 0

  const onReport = (report: Report): void => {
    const job = asked[report.index] as Job
    heap = Math.max(heap, report.heap)
    seen.add(job, report.outcome)
    ofSeed = [...ofSeed, report]
    const isLast = asked[report.index + 1]?.seed !== job.seed
    if (options.isTap && isLast) out(tapLine(job.seed, ofSeed))
    if (isLast) ofSeed = []
    if (options.isTraced && report.outcome.broken === undefined) out(`${report.outcome.trace.join('\n')}\n`)
    if (report.outcome.broken !== undefined) out(comment(tell(job, report.outcome, report.shrunk, options), options))
    if (process.stderr.isTTY) aside(`\r${String(report.index + 1)} of ${String(asked.length)} shards`)
  }

  const say = (): void => {
    if (process.stderr.isTTY) aside('\r')
    const seconds = (performance.now() - started) / 1000
    const { requests = 0 } = seen.read().counts
    const rate = Math.round(requests / seconds).toLocaleString('en')
    aside(`${seconds.toFixed(1)} s, ${rate} requests a second, heap of a worker ${(heap / 2 ** 20).toFixed(0)} MB\n`)
  }

  /** What ends before its time shows nothing, and has no table that could be taken for a pass. */
  const stop = (why: string, status: number): void => {
    const shards = `${String(seen.read().runs)} of ${String(asked.length)} shards`
    out(`${options.isTap ? 'Bail out! ' : ''}${why} after ${shards}\n`)
    say()
    process.exitCode = status
  }

  const running = pool(__filename, tasks, options.workers).subscribe({
    next: onReport,
    error: (error: unknown) => {
      aside(`${String(error)}\n`)
      stop('failed', 1)
    },
    complete: () => {
      out(options.isTap ? '# end\n' : table(seen.read(), options.faultRate))
      say()
      process.exitCode = seen.read().broken.size === 0 ? 0 : 1
    },
  })
  // Whoever reads it has gone, such as `head`.
  process.stdout.once('error', () => process.exit(1))
  process.once('SIGINT', () => {
    if (running.closed) return
    running.unsubscribe()
    stop('interrupted', 130)
  })
}

const comment = (text: string, { isTap }: Options): string => (isTap ? text.replace(/^(?=.)/gm, '# ') : text)
