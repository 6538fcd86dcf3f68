import { EMPTY, NEVER, Subject, throwError } from 'rxjs'
import type { ReportBody } from '../../../lib/cli/fleet/fleetStatus.js'
import { workUntilEnded } from '../../../lib/cli/fleet/runWorker.js'
import type { ClientEvent } from '../../../lib/index.js'
import { minute, town } from '../../mirror/fleet/town.js'

/** A worker of a town, and what it tells. */
const worker = (isVerbose = false) => {
  const all = town()
  const { clock, fleetOf, ids } = all
  const fleet = fleetOf()
  const events = new Subject<ClientEvent>()
  fleet.add(ids).subscribe()
  const drain = new Subject<void>()
  const ending = new Subject<void>()
  const reported: Array<ReportBody> = []
  const ended: Array<unknown> = []
  workUntilEnded({ work: fleet.work, events$: events, drain$: drain, ending$: ending, clock, isVerbose }).subscribe({
    next: (body) => reported.push(body),
    error: (error) => ended.push(error),
    complete: () => ended.push('complete'),
  })
  return { ...all, events, drain, ending, reported, ended }
}

describe('a worker of the command line', () => {
  it('tells each minute what it did', () => {
    const { clock, reported, ids, asked } = worker()
    clock.advance(15 * minute)
    expect(asked('transactionsUpdated').length).toBeGreaterThanOrEqual(ids.length)
    const rounds = reported.map((body) => (body.type === 'Worked' ? body.rounds : 0))
    expect(reported.every(({ type }) => type === 'Worked')).toBe(true)
    expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(asked('transactionsUpdated').length)
  })

  it.each(['drain', 'signal'] as const)('ends its rounds and begins none after a %s', (reason) => {
    const { clock, drain, ending, reported, ended, sandbox, asked, engine } = worker()
    sandbox.faults.add({ kind: 'latency', ms: 3000, on: 'transactionsUpdated', times: Infinity })
    while (asked('transactionsUpdated').length === 0) clock.advance(1000)
    const asking = asked('transactionsUpdated').length
    const stop = { drain, signal: ending }[reason]
    stop.next()
    expect(reported.at(-1)).toStrictEqual({ type: 'Stopping', reason })
    expect(ended).toStrictEqual([])
    clock.advance(7000)
    expect(ended).toStrictEqual(['complete'])
    expect(reported.at(-1)).toMatchObject({ type: 'Ended', rounds: asking })
    let workers: ReadonlyArray<string> = ['?']
    engine.status().subscribe((status) => (workers = status.workers))
    expect(workers).toStrictEqual([])
    clock.advance(60 * minute)
    expect(asked('transactionsUpdated')).toHaveLength(asking)
  })

  it('leaves a round that takes too long to others, and still ends well', () => {
    const { clock, ending, reported, ended, sandbox, asked, engine } = worker()
    sandbox.faults.add({ kind: 'latency', ms: 25_000, on: 'transactionsUpdated', times: Infinity })
    while (asked('transactionsUpdated').length === 0) clock.advance(1000)
    ending.next()
    clock.advance(8000)
    expect(ended).toStrictEqual(['complete'])
    expect(reported.at(-1)).toMatchObject({ type: 'Ended', rounds: 0 })
    let due = 0
    engine.status().subscribe((status) => (due = status.dueRounds))
    expect(due).toBeGreaterThan(0)
  })

  it('tells what fails between the processes, until it has ended', () => {
    const { clock, ending, reported, ended, events } = worker()
    const subject = { operation: 'authenticate', request: 1, time: new Date(0) }
    const fail = () => events.next({ _tag: 'TokenStoreFailed', action: 'take', reason: 'unreadable', ...subject })
    fail()
    fail()
    expect(reported).toMatchObject([{ type: 'TokenStoreFailed', reason: 'unreadable', times: 1 }])
    ending.next()
    expect([ended, events.observed, clock.pending()]).toStrictEqual([['complete'], false, 0])
  })

  it('fails if the worker does', () => {
    const { clock } = town()
    const ended: Array<unknown> = []
    const work = () => throwError(() => 'newer')
    workUntilEnded({ work, events$: EMPTY, drain$: NEVER, ending$: NEVER, clock, isVerbose: false }).subscribe({
      error: (error) => ended.push(error),
    })
    expect([ended, clock.pending()]).toStrictEqual([['newer'], 0])
  })
})
