import Table from 'cli-table3'
import { createDigest } from '../digest.js'
import { together } from '../run/Counts.js'
import type { Job, Outcome } from '../run/Job.js'
import { faulty } from '../world/faultLine.js'

/** All that runs were, put together in their order. */
export interface Summary {
  readonly runs: number
  /** The names of the invariants that broke, each once. */
  readonly broken: ReadonlySet<string>
  readonly counts: Readonly<Record<string, number>>
  readonly digest: string
}

/** Nothing run yet. */
export const summary = () => {
  const digest = createDigest()
  let counts: Readonly<Record<string, number>> = {}
  let runs = 0
  const broken = new Set<string>()
  return {
    add: ({ seed, shard }: Job, outcome: Outcome): void => {
      runs++
      if (outcome.broken !== undefined) broken.add(outcome.broken.invariant)
      counts = together(counts, outcome.counts)
      digest.add(seed, outcome.digest, shard)
    },
    read: (): Summary => ({ runs, broken, counts, digest: digest.text() }),
  }
}

const first = ['requests', 'authentications']
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** No lines, no spaces at the ends. */
const grid = () =>
  new Table({
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
    colAligns: ['left', 'right'],
    chars: {
      ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '' },
      ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '', right: '', 'right-mid': '' },
      middle: '  ',
    },
  })

/** In words, what a simulation has shown. */
const verdict = (broken: ReadonlySet<string>): string =>
  broken.size === 0 ? 'every invariant held' : `broken: ${[...broken].join('; ')}`

/** The table of a summary, of a simulation in which such a share of the requests was to meet a fault. */
export const table = ({ runs, broken, counts, digest }: Summary, faultRate: number): string => {
  const { requests = 0, [faulty]: met = 0 } = counts
  const names = Object.keys(counts).sort((a, b) => (a < b ? -1 : 1))
  const share = `${percent(met / Math.max(requests, 1))}, asked ${percent(faultRate)}`
  const rows = grid()
  const row = (name: string) => rows.push([name, (counts[name] ?? 0).toLocaleString('en')])
  rows.push(['shards', runs.toLocaleString('en')])
  first.forEach(row)
  rows.push([faulty, `${met.toLocaleString('en')} (${share})`])
  names.filter((name) => ![...first, faulty].includes(name)).forEach(row)
  rows.push(['digest', digest])
  return `${rows.toString()}\n${verdict(broken)}\n`
}
