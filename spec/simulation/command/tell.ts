import type { Job, Outcome } from '../run/Job.js'
import type { Shrunk } from '../run/shrink.js'
import type { Options } from './Options.js'

const longest = 40
/** So many actions are shown. */
const mostActions = 100

/** The command that runs a job alone. */
export const commandOf = (job: Job, { users }: Pick<Options, 'users'>): string => {
  const { seed, shard, from, until, faultRate, participants, only } = job
  return [
    'npm run -s simulate --',
    `--seed ${String(seed)} --users ${String(users)} --days ${String(until)} --fault-rate ${String(faultRate)}`,
    `--shard ${String(shard)}`,
    ...(participants === undefined ? [] : [`--user ${participants.join()}`]),
    ...(from === 0 ? [] : [`--from ${String(from)}`]),
    ...(only === undefined ? [] : [`--only '${only.join()}'`]),
    '--trace --no-shrink',
  ].join(' ')
}

/** A broken invariant, so that it can be understood and seen again. */
export const tell = (job: Job, outcome: Outcome, shrunk: Shrunk | undefined, options: Options): string => {
  const { broken, trace } = shrunk?.outcome.broken === undefined ? outcome : shrunk.outcome
  if (broken === undefined) return ''
  const isAction = (line: string): boolean => line.includes('  * ')
  const actions = new Set(trace.filter(isAction).slice(-mostActions))
  const shown = trace.filter((line, index) => actions.has(line) || index >= trace.length - longest)
  return [
    '',
    `BROKEN: ${broken.invariant}`,
    `  seed       ${String(job.seed)}, shard ${String(job.shard)}`,
    `  time       ${new Date(broken.time).toISOString()}, after ${broken.days.toFixed(4)} days`,
    `  seen       ${broken.what}`,
    ...(shrunk?.job.only === undefined ? [] : [`  shrunk     to ${String(shrunk.job.only.length)} actions`]),
    `  see again  ${commandOf(shrunk?.job ?? job, options)}`,
    ...(trace.length > longest ? [`  … of ${String(trace.length)} lines`] : []),
    ...shown.map((line) => `  ${line}`),
    '',
  ].join('\n')
}
