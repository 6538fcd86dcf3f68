import Table from 'cli-table3'
import { together } from '../run/Counts.js'
import type { Job, Outcome } from '../run/Job.js'
import { createDigest } from '../digest.js'
import { faulty } from '../world/faultLine.js'

/** All that runs were, put together in their order. */
export interface Summary {
  readonly runs: number
  readonly broken: number
  readonly counts: Readonly<Record<string, number>>
  readonly digest: string
}

/** Nothing run yet. */
export const summary = () => {
  const digest = createDigest()
  let counts: Readonly<Record<string, number>> = {}
  let runs = 0
  let broken = 0
  return {
    add: ({ seed, shard }: Job, outcome: Outcome): void => {
      runs++
      if (outcome.broken !== undefined) broken++
      counts = together(counts, outcome.counts)
      digest.add(seed, outcome.digest, shard)
    },
    read: (): Summary => ({ runs, broken, counts, digest: digest.text() }),
  }
}

const first = ['requests', 'authentications']
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** The table of a summary, of a simulation in which such a share of the requests was to meet a fault. */
export const table = ({ runs, broken, counts, digest }: Summary, faultRate: number): string => {
  const { requests = 0, [faulty]: met = 0 } = counts
  const names = Object.keys(counts).sort((a, b) => (a < b ? -1 : 1))
  const share = `${percent(met / Math.max(requests, 1))}, asked ${percent(faultRate)}`
  const grid = new Table({
    style: { head: [], border: [], compact: true },
    colAligns: ['left', 'right'],
    chars: { left: '', right: '', middle: '  ', top: '', bottom: '', mid: '', 'top-mid': '', 'bottom-mid': '' },
  })
  const row = (name: string) => grid.push([name, (counts[name] ?? 0).toLocaleString('en')])
  grid.push(['shards', runs.toLocaleString('en')])
  first.forEach(row)
  grid.push([faulty, `${met.toLocaleString('en')} (${share})`])
  names.filter((name) => ![...first, faulty].includes(name)).forEach(row)
  grid.push(['broken invariants', String(broken)], ['digest', digest])
  return `${grid.toString()}\n`
}
