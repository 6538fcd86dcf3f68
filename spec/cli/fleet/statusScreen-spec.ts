import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { some } from 'fp-ts/lib/Option.js'
import picocolors from 'picocolors'
import { initialStatusState, statusLines, statusScreen, type StatusState } from '../../../lib/cli/fleet/statusScreen.js'

const now = new Date(2026, 0, 1, 9, 8, 7)
const plain = picocolors.createColors(false)
const whole: StatusState = {
  ...initialStatusState('db.example:5432/bank'),
  status: {
    users: 2000,
    failingUsers: 0,
    suspendedUsers: 3,
    suspendedFeeds: 0,
    dueRounds: 12,
    lag: 1200,
    heldRounds: 104,
    workers: ['worker-a', 'worker-b'],
    pausedWorkers: [],
  },
  changes: Array.from({ length: 40 }, (_, index) => ({
    time: now,
    user: `u${String(index)}`,
    feed: 'stocks',
    count: 2,
  })),
  rowsPerSecond: [0, 40, 50],
  isUnlogged: false,
}
const limited: StatusState = {
  ...whole,
  budget: some({
    limit: { requests: 2000, per: 10_000 },
    leased: 40,
    spent: 200,
    free: 1760,
    coolDown: 0,
    processes: 3,
  }),
}
const drawn = (columns: number, rows: number, state = whole) =>
  statusScreen(state, { columns, rows, colors: plain, now })
const widest = (lines: ReadonlyArray<string>): number => Math.max(0, ...lines.map((line) => Array.from(line).length))

describe('the screen of a fleet', () => {
  it('shows users, rounds, workers, rows and the last changes', () => {
    const lines = drawn(80, 24)
    expect(lines[0]).toMatch(/^ rxbank fleet {2}db.example:5432\/bank +09:08:07$/)
    expect(lines.slice(2, 8)).toStrictEqual([
      ' users    2,000  0 failing  3 suspended',
      ' rounds   104 running  12 due, the first for 1.2 s',
      ' workers  2  worker-a, worker-b',
      ' rows     45/s',
      '',
      ' 09:08:07  2 rows of stocks  u0',
    ])
    expect([lines.length, lines.at(-1)]).toStrictEqual([24, ' Ctrl-C to end'])
  })

  it('shows how the limit is used, if workers share one', () => {
    expect(drawn(80, 24, limited).slice(4, 7)).toStrictEqual([
      ' workers  2  worker-a, worker-b',
      ' budget   1,760 of 2,000 in 10 s are free  40 leased, 200 spent, of 3 processes',
      ' rows     45/s',
    ])
  })

  it('says how to see rows if the mirror has no change log', () => {
    const lines = drawn(80, 24, { ...whole, changes: [], isUnlogged: true })
    expect(lines[5]).toBe(' rows     no change log  rxbank fleet migrate --changes creates it')
  })

  it('says how many workers are paused', () => {
    const status = whole.status && { ...whole.status, pausedWorkers: ['worker-b'] }
    expect(drawn(80, 24, { ...whole, status })[4]).toBe(' workers  2  1 paused  worker-a, worker-b')
  })

  it('says first that nothing is asked, during a cool-down', () => {
    const budget = some({
      limit: { requests: 1, per: 10_000 },
      leased: 0,
      spent: 1,
      free: 0,
      coolDown: 41_000,
      processes: 1,
    })
    expect(drawn(100, 24, { ...whole, budget })[5]).toBe(
      ' budget   no requests for 41 s  0 of 1 in 10 s are free  0 leased, 1 spent, of 1 process',
    )
  })

  it('keeps the counts on a small terminal', () => {
    const lines = drawn(40, 7)
    expect(lines.map((line) => line.trim().split(' ')[0])).toStrictEqual([
      'rxbank',
      'users',
      'rounds',
      'workers',
      'rows',
      '09:08:07',
      'Ctrl-C',
    ])
  })

  it('fits any terminal', () => {
    const states = [
      initialStatusState('db/bank'),
      whole,
      limited,
      { ...whole, failure: 'the database cannot be reached' },
    ]
    fc.assert(
      fc.property(fc.nat(150), fc.nat(60), fc.constantFrom(...states), (columns, rows, state) => {
        const lines = statusScreen(state, { columns, rows, colors: picocolors.createColors(true), now })
        const texts = lines.map((line) => stripVTControlCharacters(line))
        expect(lines.length).toBeLessThanOrEqual(rows)
        expect(widest(texts)).toBeLessThanOrEqual(Math.max(columns - 1, 0))
        expect(texts.join('')).not.toMatch(/undefined|NaN|Infinity/)
      }),
    )
  })

  it('says how many accounts have another balance than their transactions give', () => {
    expect(drawn(100, 24).join('')).not.toContain('balances')
    expect(drawn(100, 24, { ...whole, balanceMismatches: 2 })).toContain(
      ' balances 2 accounts  whose balance differs from their transactions',
    )
  })

  it('says how many accounts have waited for their proof, and which was the first, why and since when', () => {
    expect(drawn(100, 24).join('')).not.toContain('proofs')
    const proof = { user: 'A6J', account: '7', waitsFor: 'currency', since: new Date(Date.UTC(2026, 0, 3)) } as const
    expect(drawn(130, 24, { ...whole, waitingProofs: [proof, { ...proof, account: '8' }] })).toContain(
      ' proofs   2 accounts  whose balance is not compared  A6J 7 since 2026-01-03: a transaction in another currency',
    )
    expect(drawn(130, 24, { ...whole, waitingProofs: Array.from({ length: 100 }, () => proof) }).join('')).toContain(
      ' proofs   at least 100 accounts  whose balance is not compared  A6J 7 since 2026-01-03',
    )
  })

  it('says before the first counts that they are asked for, and who starts a worker if there is none', () => {
    expect(drawn(80, 24, initialStatusState('db/bank'))[2]).toBe(' users    loading')
    const idle = {
      ...whole,
      status: {
        users: 1,
        failingUsers: 0,
        suspendedUsers: 0,
        suspendedFeeds: 0,
        dueRounds: 0,
        lag: 0,
        heldRounds: 0,
        workers: [],
        pausedWorkers: [],
      },
    }
    expect(drawn(80, 24, idle).slice(3, 5)).toStrictEqual([
      ' rounds   0 running  0 due',
      ' workers  none  rxbank fleet up starts one',
    ])
  })

  it('says that the database is away, beside the last counts', () => {
    const text = drawn(80, 24, { ...whole, failure: 'the database cannot be reached' }).join('\n')
    expect(text).toContain(' users    2,000')
    expect(text).toContain('\n the database cannot be reached\n')
  })

  it('lets no name steer the terminal', () => {
    const changes = [{ time: now, user: '\x1b[2J', feed: 'items' as const, count: 1 }]
    expect(drawn(80, 24, { ...whole, changes }).join('')).not.toContain('\x1b')
  })
})

describe('the text of a fleet', () => {
  it('has what one reading shows, and no rate of rows', () => {
    expect(statusLines(limited, { columns: 80, colors: plain, now }, false).map((line) => line.trim())).toEqual([
      expect.stringMatching(/^rxbank fleet {2}db\.example:5432\/bank +09:08:07$/),
      'users    2,000  0 failing  3 suspended',
      'rounds   104 running  12 due, the first for 1.2 s',
      'workers  2  worker-a, worker-b',
      'budget   1,760 of 2,000 in 10 s are free  40 leased, 200 spent, of 3 processes',
    ])
  })
})
