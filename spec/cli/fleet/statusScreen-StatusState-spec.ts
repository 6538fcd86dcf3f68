import { none, some } from 'fp-ts/lib/Option.js'
import {
  initialStatusState,
  reduceStatus,
  rowRate,
  type StatusEvent,
  type StatusState,
} from '../../../lib/cli/fleet/statusScreen.js'

const time = new Date(0)
const reported = (count: number): StatusEvent => ({
  _tag: 'Notified',
  time,
  change: { _tag: 'Changed', user: 'A6J', feed: 'stocks', ids: [], count },
})
const after = (...events: ReadonlyArray<StatusEvent>): StatusState =>
  events.reduce(reduceStatus, initialStatusState('db/bank'))
const second: StatusEvent = { _tag: 'Second' }

describe('the state of a fleet on a screen', () => {
  it('has the counts that were read last, also while the database cannot be asked', () => {
    const status = {
      users: 2,
      failingUsers: 0,
      suspendedUsers: 0,
      suspendedFeeds: 0,
      dueRounds: 0,
      lag: 0,
      heldRounds: 1,
      workers: ['w'],
      pausedWorkers: [],
    }
    const limit = { requests: 9, per: 1 }
    const budget = some({ limit, leased: 1, spent: 2, free: 6, coolDown: 0, processes: 1 })
    const waitingProofs = [{ user: 'A6J', account: '7', waitsFor: 'time', since: time }] as const
    const lost = after(
      { _tag: 'Read', status, budget, balanceMismatches: 2, waitingProofs },
      { _tag: 'Failed', failure: 'gone' },
    )
    expect(lost).toMatchObject({ status, budget, balanceMismatches: 2, waitingProofs, failure: 'gone' })
    const read = { _tag: 'Read', status, budget: none, balanceMismatches: 0, waitingProofs: [] } as const
    expect(reduceStatus(lost, read)).toMatchObject({
      waitingProofs: [],
      budget: none,
      failure: undefined,
    })
  })

  it('has the last changes, the newest first, and fifty at most', () => {
    const many = after(...Array.from({ length: 60 }, (_, index) => reported(index)))
    expect(many.changes).toHaveLength(50)
    expect(many.changes[0]).toStrictEqual({ time, user: 'A6J', feed: 'stocks', count: 59 })
  })

  it('leaves out what is no change', () => {
    const start = after()
    expect(reduceStatus(start, { _tag: 'Notified', time, change: { _tag: 'Listening' } })).toBe(start)
    expect(reduceStatus(start, { _tag: 'Notified', time, change: { _tag: 'Erased', user: 'A6J' } })).toBe(start)
  })

  it('tells rows a second of the seconds that are whole, of nine at most', () => {
    expect(rowRate(after(reported(5)))).toBe(0)
    expect(rowRate(after(reported(5), reported(7), second, reported(100)))).toBe(12)
    expect(rowRate(after(reported(9), ...Array.from({ length: 9 }, () => second)))).toBe(1)
    expect(rowRate(after(reported(9), ...Array.from({ length: 10 }, () => second)))).toBe(0)
  })
})
