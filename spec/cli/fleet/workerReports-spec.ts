import { Subject } from 'rxjs'
import type { ReportBody } from '../../../lib/cli/fleet/fleetStatus.js'
import { workerReports } from '../../../lib/cli/fleet/workerReports.js'
import { FleetError, type FleetEvent, type FleetEventBody } from '../../../lib/fleet.js'
import { createVirtualClock } from '../../../lib/index.js'

const time = new Date(0)
const round = { user: 'A6J', lane: 'scheduled', lag: 5, duration: 3 } as const
const quiet: FleetEventBody = { _tag: 'RoundEnded', ...round, changed: 0, removed: 0, rejected: 0, wait: 1 }
const withNews: FleetEventBody = { _tag: 'RoundEnded', ...round, lag: 90, changed: 3, removed: 1, rejected: 0, wait: 1 }
const superseded: FleetEventBody = { _tag: 'RoundSuperseded', ...round }
const refused = new FleetError({ reason: 'unavailable', code: 'ECONNRESET' })

const reported = (isVerbose = false) => {
  const clock = createVirtualClock()
  const events = new Subject<FleetEvent>()
  const bodies: Array<ReportBody> = []
  const ended: Array<unknown> = []
  workerReports(events, clock, isVerbose).subscribe({
    next: (body) => bodies.push(body),
    error: (error) => ended.push(error),
    complete: () => ended.push('complete'),
  })
  return { clock, events, bodies, ended, happen: (body: FleetEventBody) => events.next({ time, ...body }) }
}

describe('what a worker tells', () => {
  it('is nothing of rounds that end well, but once a minute what they came to', () => {
    const { clock, bodies, happen } = reported()
    happen(quiet)
    happen(withNews)
    happen(superseded)
    clock.advance(59_999)
    expect(bodies).toStrictEqual([])
    clock.advance(1)
    expect(bodies).toStrictEqual([
      { type: 'Worked', rounds: 3, changed: 3, removed: 1, failed: 0, superseded: 1, lag: 90 },
    ])
    clock.advance(60_000)
    expect(bodies[1]).toStrictEqual({
      type: 'Worked',
      rounds: 0,
      changed: 0,
      removed: 0,
      failed: 0,
      superseded: 0,
      lag: 0,
    })
  })

  it('is each consent that has changed, and a report of consents that has failed', () => {
    const { bodies, happen } = reported()
    const common = { user: 'A6J', itemId: 7, endsAt: time }
    const session = { itemId: 7 }
    happen({ _tag: 'ConsentReported', user: 'A6J', consent: { _tag: 'ending', ...common, noticeDays: 30, session } })
    happen({ _tag: 'ConsentReported', user: 'A6J', consent: { _tag: 'renewed', ...common } })
    happen({ _tag: 'ConsentReported', user: 'A6J', consent: { _tag: 'unreadable', user: 'A6J', itemId: 7 } })
    happen({ _tag: 'ConsentsFailed', error: new TypeError('odd'), delay: 500 })
    const type = 'ConsentReported'
    expect(bodies).toMatchObject([
      { type, user: 'A6J', item: 7, change: 'ending', days: 30, ends_at: time },
      { type, user: 'A6J', item: 7, change: 'renewed', days: null, ends_at: time },
      { type, user: 'A6J', item: 7, change: 'unreadable', days: null, ends_at: null },
      { type: 'ConsentsFailed', delay: 500 },
    ])
  })

  it('is each round if more is wanted', () => {
    const { bodies, happen } = reported(true)
    happen(withNews)
    expect(bodies).toStrictEqual([{ type: 'RoundEnded', user: 'A6J', changed: 3, removed: 1 }])
  })

  it('is at once what is out of the ordinary, in words', () => {
    const { bodies, happen } = reported()
    happen({ _tag: 'RoundFailed', ...round, error: refused, failures: 2, wait: 4000 })
    happen({ _tag: 'UserSuspended', ...round, reason: 'no such user', error: refused })
    happen({ _tag: 'WorkersDied', workers: ['w-1'], rounds: 7 })
    happen({ _tag: 'RoundsRestored', users: 2 })
    happen({ _tag: 'EngineLost', error: new TypeError('odd'), delay: 500 })
    happen({ _tag: 'WorkerPaused', failures: 11, error: new TypeError('odd'), delay: 700 })
    expect(bodies).toMatchObject([
      {
        type: 'RoundFailed',
        user: 'A6J',
        failures: 2,
        wait: 4000,
        error: expect.stringMatching(/^the database cannot be reached \(ECONNRESET\)/),
      },
      { type: 'UserSuspended', user: 'A6J', reason: 'no such user' },
      { type: 'WorkersDied', workers: ['w-1'], rounds: 7 },
      { type: 'RoundsRestored', users: 2 },
      { type: 'EngineLost', error: 'odd', delay: 500 },
      { type: 'WorkerPaused', failures: 11, error: 'odd', delay: 700 },
    ])
  })

  it('repeats no error of a pause for each failed round, until a round succeeds', () => {
    const { bodies, happen } = reported()
    const fail = () => happen({ _tag: 'RoundFailed', ...round, error: refused, failures: 2, wait: 4000 })
    fail()
    happen({ _tag: 'WorkerPaused', failures: 11, error: refused, delay: 700 })
    fail()
    happen({ _tag: 'WorkerPaused', failures: 12, error: refused, delay: 900 })
    happen(withNews)
    happen({ _tag: 'UserResumed', user: 'A6J' })
    fail()
    const types = ['RoundFailed', 'WorkerPaused', 'WorkerPaused', 'UserResumed', 'RoundFailed']
    expect(bodies.map(({ type }) => type)).toEqual(types)
  })

  it('ends with all that was done, and with no timer', () => {
    const { clock, events, bodies, ended, happen } = reported()
    happen(withNews)
    clock.advance(60_000)
    happen(withNews)
    happen({ _tag: 'RoundFailed', ...round, error: refused, failures: 1, wait: 1 })
    bodies.length = 0
    events.complete()
    expect(bodies).toStrictEqual([
      { type: 'Ended', rounds: 3, changed: 6, removed: 2, failed: 1, superseded: 0, lag: 90 },
    ])
    expect([ended, clock.pending()]).toStrictEqual([['complete'], 0])
  })

  it('fails as the worker does', () => {
    const { clock, events, ended } = reported()
    events.error('broken')
    expect([ended, clock.pending()]).toStrictEqual([['broken'], 0])
  })
})
