import { defer, EMPTY, from, map, of, Subject } from 'rxjs'
import { createFleet, type DueRound, type Engine, type FleetEvent } from '../../../../lib/fleet.js'
import { MirrorError, type MirrorReason } from '../../../../lib/mirror/core/MirrorError.js'
import { engineWorker } from '../../../../lib/mirror/fleet/engine/engineWorker.js'
import { fakeEngineDatabase, settle } from '../fakeEngineDatabase.js'

const none = () => EMPTY

describe('a worker that leaves', () => {
  it('gives its other rounds back at once if the pending ends cannot be written', async () => {
    const locked = Object.assign(new Error('x'), { code: '55P03' })
    const { config, left } = fakeEngineDatabase(['A', 'B'], () => Promise.reject(locked))
    const rounds: Array<DueRound> = []
    const subscription = engineWorker(config).subscribe((one) => 'user' in one && rounds.push(one))
    await settle()
    expect(rounds.map(({ user }) => user)).toEqual(['A', 'B'])
    rounds[0]?.end({ _tag: 'Again', wait: 1, every: 1, failures: 0 }).subscribe()
    expect(left()).toBe(0)
    subscription.unsubscribe()
    await settle()
    expect(left()).toBeGreaterThan(0)
  })

  it('does not suspended a user who was not the cause of a streak', async () => {
    const others = Array.from({ length: 12 }, (_, i) => `F${String(i)}`)
    const users = ['X', 'U', ...others]
    const aside = new Map<string | undefined, string>()
    const finishes: Array<() => void> = []
    const { clock, config } = fakeEngineDatabase(
      users,
      (jobs, reasons) =>
        new Promise((resolve) => {
          finishes.push(() => {
            for (const [i, reason] of reasons.entries())
              if (reason !== null) aside.set(users[Number(jobs[i]) - 1], reason)
            resolve(jobs)
          })
        }),
    )
    const engine: Engine = {
      migrate: none,
      add: () => of(0),
      remove: () => of(true),
      setUuid: () => of(true),
      runNow: () => of(true),
      users: none,
      status: () =>
        of({
          users: 0,
          failingUsers: 0,
          suspendedUsers: 0,
          suspendedFeeds: 0,
          dueRounds: 0,
          lag: 0,
          heldRounds: 0,
          workers: [],
          pausedWorkers: [],
        }),
      retry: (id) => defer(() => from(settle())).pipe(map(() => aside.delete(id))),
      workerName: () => 'worker',
      work: (work) => engineWorker({ ...config, ...work }),
    }
    const syncs = new Map(users.map((id) => [id, new Subject<never>()]))
    const fail = (id: string, reason: MirrorReason) => syncs.get(id)?.error(new MirrorError({ reason }))
    const fleet = createFleet({
      client: { user: () => ({ token$: EMPTY }) } as never,
      mirror: { sync: (_: unknown, { id }: { id: string }) => syncs.get(id), erase: none, migrate: none } as never,
      engine,
      clock,
      every: 300_000,
      feeds: ['transactions'],
    })
    const events: Array<FleetEvent> = []
    fleet.work().subscribe((event) => events.push(event))
    await settle()
    fail('X', 'unavailable')
    clock.advance(100)
    await settle()
    expect(finishes).toHaveLength(1) // the end of X is being written
    fail('U', 'unwritable')
    for (const id of others) fail(id, 'unavailable')
    finishes[0]?.() // the streak is too long: the worker gives its rounds back
    await settle() // the last ends wait for the lock of another transaction meanwhile
    await settle()
    for (const write of finishes.slice(1)) write()
    await settle()
    clock.advance(60_000)
    await settle()
    expect(events.map(({ _tag }) => _tag)).toContain('WorkerPaused')
    expect([...aside]).toEqual([])
  })
})
