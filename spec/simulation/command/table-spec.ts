import type { Job, Outcome } from '../run/Job.js'
import { summary, table } from './table.js'

const job: Job = { seed: 1, shard: 0, users: 1, from: 0, until: 1, faultRate: 0.1 }
const outcome: Outcome = { digest: 'd', counts: { requests: 1200, crashes: 2 }, done: [], trace: [] }
const broken = { invariant: 'what holds', what: 'does not', time: 0, days: 0 }

const linesOf = (...outcomes: ReadonlyArray<Outcome>): ReadonlyArray<string> => {
  const seen = summary()
  for (const each of outcomes) seen.add(job, each)
  return table(seen.read(), job.faultRate).split('\n')
}

describe('table', () => {
  it('has a row for each count, without lines, nor spaces at the ends', () => {
    const lines = linesOf(outcome, outcome)
    expect(lines[0]).toMatch(/^shards +2$/)
    expect(lines).toContainEqual(expect.stringMatching(/^requests +2,400$/))
    expect(lines).toContainEqual(expect.stringMatching(/^crashes +4$/))
    expect(lines.filter((line) => line !== line.trim() || /[\u2500-\u257f]/.test(line))).toEqual([])
  })

  it('ends in words: whether all held, or what did not, each once', () => {
    expect(linesOf(outcome).slice(-2)).toEqual(['every invariant held', ''])
    const other = { ...outcome, broken: { ...broken, invariant: 'something else' } }
    const lines = linesOf({ ...outcome, broken }, outcome, other, { ...outcome, broken })
    expect(lines.slice(-2)).toEqual(['broken: what holds; something else', ''])
  })
})
