import { EventEmitter } from 'node:events'
import { none, some } from 'fp-ts/lib/Option.js'
import picocolors from 'picocolors'
import { EMPTY, map, type Observable, of, range, Subject, throwError } from 'rxjs'
import { showStatus, statusJson, statusStates } from '../../../lib/cli/fleet/fleetStatus.js'
import type { StatusState } from '../../../lib/cli/fleet/statusScreen.js'
import type { Terminal } from '../../../lib/cli/fullScreen.js'
import { type EngineStatus, FleetError } from '../../../lib/fleet.js'
import { createVirtualClock, type PermitStatus } from '../../../lib/index.js'
import { type MirrorChange, SchemaRefused, type WaitingProof, type WaitingProofsConfig } from '../../../lib/postgres.js'

const counts: EngineStatus = {
  users: 3,
  failingUsers: 0,
  suspendedUsers: 1,
  suspendedFeeds: 0,
  dueRounds: 2,
  lag: 40,
  heldRounds: 1,
  workers: ['w'],
  pausedWorkers: [],
}

const budget: PermitStatus = {
  limit: { requests: 2000, per: 300_000 },
  leased: 40,
  spent: 200,
  free: 1760,
  coolDown: 0,
  processes: 3,
}

/** A fleet whose counts are these answers, one a second, the last of them again and again. */
const watched = (...answers: ReadonlyArray<EngineStatus | Error>) => {
  const clock = createVirtualClock()
  const changes = new Subject<MirrorChange>()
  let looks = 0
  const engine = {
    status: (): Observable<EngineStatus> => {
      const answer = answers[Math.min(looks++, answers.length - 1)] ?? counts
      return answer instanceof Error ? throwError(() => answer) : of(answer)
    },
  }
  const since = new Date(clock.wall())
  const mirror = {
    changes$: changes,
    balanceMismatches: () => EMPTY,
    waitingProofs: ({ before = since }: WaitingProofsConfig = {}): Observable<WaitingProof> =>
      since < before
        ? range(1, 200).pipe(map((id) => ({ user: 'A6J', account: String(id), waitsFor: 'time', since })))
        : EMPTY,
  }
  const states$ = statusStates({ engine, budget$: of(some(budget)), mirror }, 'db/bank', clock)
  return { clock, changes, states$, looks: () => looks }
}

describe('the states of a fleet', () => {
  it('have the first accounts that have waited for their proof for two days', () => {
    const { clock, states$ } = watched(counts)
    const seen: Array<number> = []
    const subscription = states$.subscribe(({ waitingProofs }) => seen.push(waitingProofs.length))
    clock.advance(2 * 24 * 3_600_000)
    expect(new Set(seen)).toStrictEqual(new Set([0]))
    clock.advance(1000)
    expect(seen.at(-1)).toBe(100)
    subscription.unsubscribe()
  })

  it('are read each second', () => {
    const { clock, states$, looks } = watched(counts, { ...counts, heldRounds: 9 })
    const seen: Array<StatusState> = []
    const subscription = states$.subscribe((state) => seen.push(state))
    clock.advance(0)
    expect(seen.map(({ status }) => status?.heldRounds)).toStrictEqual([undefined, 1])
    expect(seen.map((state) => state.budget)).toStrictEqual([none, some(budget)])
    clock.advance(1000)
    expect([seen.at(-1)?.status?.heldRounds, looks()]).toStrictEqual([9, 2])
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('change with each change of the mirror, and tell when', () => {
    const { clock, changes, states$ } = watched()
    const seen: Array<StatusState> = []
    const subscription = states$.subscribe((state) => seen.push(state))
    clock.advance(300)
    changes.next({ _tag: 'Changed', user: 'A6J', feed: 'stocks', ids: ['1'], count: 1 })
    expect(seen.at(-1)?.changes).toStrictEqual([
      { time: new Date(clock.wall()), user: 'A6J', feed: 'stocks', count: 1 },
    ])
    subscription.unsubscribe()
    expect(changes.observed).toBe(false)
  })

  it('say that the mirror has no change log, and are read all the same', () => {
    const { clock, changes, states$, looks } = watched()
    let last: StatusState | undefined
    const subscription = states$.subscribe((state) => (last = state))
    changes.error(new SchemaRefused({ found: 0, known: 1, feature: 'changes' }))
    clock.advance(1000)
    expect([last?.isUnlogged, last?.failure, looks()]).toStrictEqual([true, undefined, 2])
    subscription.unsubscribe()
  })

  it('continue while the database is away, and say so', () => {
    const away = new FleetError({ reason: 'unavailable', code: 'ECONNREFUSED' })
    const { clock, states$ } = watched(counts, away, counts)
    let last: StatusState | undefined
    const subscription = states$.subscribe((state) => (last = state))
    clock.advance(1000)
    expect(last).toMatchObject({ status: counts, failure: expect.stringContaining('(ECONNREFUSED)') })
    clock.advance(1000)
    expect(last?.failure).toBeUndefined()
    subscription.unsubscribe()
  })

  it('fail with what is no failure of the database', () => {
    const { clock, states$ } = watched(new TypeError('broken'))
    const errors: Array<unknown> = []
    states$.subscribe({ error: (error) => errors.push(error) })
    clock.advance(0)
    expect(errors).toMatchObject([{ message: 'broken' }])
    expect(clock.pending()).toBe(0)
  })
})

describe('the live screen', () => {
  const open = () => {
    const writes: Array<string> = []
    const terminal = Object.assign(new EventEmitter(), {
      columns: 80,
      rows: 24,
      write: (text: string) => writes.push(text) > 0,
    })
    const fleet = watched()
    const colors = picocolors.createColors(false)
    const subscription = showStatus(fleet.states$, terminal as unknown as Terminal, colors, fleet.clock).subscribe()
    return { ...fleet, terminal, subscription, writes, frames: () => writes.filter((text) => text.includes('rxbank')) }
  }

  it('is drawn when something has changed, twelve times a second at most', () => {
    const { clock, changes, frames, subscription } = open()
    clock.advance(80)
    expect(frames().at(-1)).toContain('users    3  0 failing  1 suspended')
    const before = frames().length
    for (let row = 0; row < 100; row++)
      changes.next({ _tag: 'Changed', user: 'A6J', feed: 'stocks', ids: ['1'], count: 1 })
    clock.advance(80)
    expect(frames().length - before).toBe(1)
    expect(frames().at(-1)).toContain('1 row of stocks  A6J')
    subscription.unsubscribe()
  })

  it('is drawn at once when the terminal changes its size', () => {
    const { clock, frames, terminal, subscription } = open()
    clock.advance(80)
    const before = frames().length
    Object.assign(terminal, { columns: 40, rows: 7 })
    terminal.emit('resize')
    expect(frames()).toHaveLength(before + 1)
    expect(frames().at(-1)?.split('\r\n').length).toBeLessThanOrEqual(7)
    subscription.unsubscribe()
  })

  it('gives the terminal back when it is left', () => {
    const { clock, subscription, terminal, writes } = open()
    clock.advance(500)
    subscription.unsubscribe()
    expect(writes.at(-1)).toContain('\x1b[?1049l')
    expect([clock.pending(), terminal.listenerCount('resize')]).toStrictEqual([0, 0])
  })
})

describe('the counts as JSON', () => {
  const parsed = (found: Parameters<typeof statusJson>[0]): unknown => JSON.parse(statusJson(found, new Date(0)))
  const common = {
    time: '1970-01-01T00:00:00.000Z',
    users: 3,
    due: 2,
    lag: 40,
    held: 1,
    workers: ['w'],
    paused: [],
    failing: 0,
    suspended: 1,
    suspended_feeds: 0,
    balance_mismatches: 2,
    waiting_proofs: [{ user: 'A6J', account: '7', since: '2026-01-03T00:00:00.000Z', waits_for: 'currency' }],
  }

  const since = new Date('2026-01-03T00:00:00Z')
  const read = {
    status: counts,
    balanceMismatches: 2,
    waitingProofs: [{ user: 'A6J', account: '7', waitsFor: 'currency', since }],
  } as const

  it('are an object with the budget', () => {
    expect(parsed({ ...read, budget: some({ ...budget, coolDown: 9 }) })).toStrictEqual({
      ...common,
      budget: { requests: 2000, per: 300_000, leased: 40, spent: 200, free: 1760, processes: 3, cool_down: 9 },
    })
  })

  it('have no budget if workers share none', () => {
    expect(parsed({ ...read, budget: none })).toStrictEqual({ ...common, budget: null })
  })
})
