import { EventEmitter } from 'node:events'
import { defer, EMPTY, from, map, NEVER, of, Subject } from 'rxjs'
import { createFleet, type DueRound, type Engine, type FleetEvent } from '../../../lib/fleet.js'
import { createVirtualClock } from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { engineWorker } from '../../../lib/mirror/fleet/engineWorker.js'
import type { PoolLike } from '../../../lib/mirror/postgres/PoolLike.js'
import { limitsOf } from '../../../lib/mirror/postgres/postgresLimits.js'

const settle = async () => {
  for (let i = 0; i < 5; i++) await new Promise<void>((resolve) => setImmediate(resolve))
}

type Reply = (values: ReadonlyArray<any>) => unknown

/** A database with the statements of a worker. `finish` is answered by the spec. */
const fakeDatabase = (users: ReadonlyArray<string>, finish: Reply) => {
  const log: Array<string> = []
  let taken = false
  const replies: ReadonlyArray<readonly [RegExp, string, Reply]> = [
    [/^INSERT INTO .*worker/s, 'join', () => [{ id: 'w' }]],
    [/^UPDATE .*worker/s, 'rejoin', () => [{ id: 'w' }]],
    [
      /\.take\(/,
      'take',
      ([, lane]) => {
        if (lane !== 0 || taken) return []
        taken = true
        return users.map((id, i) => ({
          job: String(i + 1),
          revision: 1,
          id,
          uuid: id,
          lag: 0,
          every: 300_000,
          failures: 0,
          feeds: [],
        }))
      },
    ],
    [/\.finish/, 'finish', finish],
    [/\.beat\(/, 'beat', () => []],
    [/\.rearm\(/, 'rearm', () => [{ users: 0 }]],
    [/\.leave\(/, 'leave', () => [{ leave: 0 }]],
    [/\.release\(/, 'release', () => []],
    [/./s, '', () => []],
  ]
  const pool: PoolLike = {
    connect: () => {
      const events = new EventEmitter()
      return Promise.resolve(
        Object.assign(events, {
          query: (text: string, values: Array<unknown> = []) => {
            const [, name, reply] = replies.find(([pattern]) => pattern.test(text))!
            if (name !== '' && !['beat', 'rearm', 'take', 'release'].includes(name))
              log.push(name === 'finish' ? `finish ${(values[1] as []).length}` : name)
            return Promise.resolve(reply(values)).then((rows) => ({ rows }))
          },
          release: (error?: unknown) => void log.push(error === undefined ? 'released' : 'dropped'),
        }) as never,
      )
    },
  }
  return { pool, log }
}

const end = { _tag: 'Again' as const, wait: 1, every: 1, failures: 0 }

describe('a worker that leaves', () => {
  it('gives its other rounds back at once if the pending ends cannot be written', async () => {
    const clock = createVirtualClock()
    const { pool, log } = fakeDatabase(['A', 'B'], () =>
      Promise.reject(Object.assign(new Error('x'), { code: '55P03' })),
    )
    const rounds: Array<DueRound> = []
    const subscription = engineWorker({
      pool,
      schema: 's',
      limits: limitsOf({}, clock),
      id: 'w',
      lease: 10_000,
      places: { scheduled: 10, hurried: 1 },
      stop$: NEVER,
    }).subscribe((one) => 'user' in one && rounds.push(one))
    await settle()
    expect(rounds.map(({ user }) => user)).toEqual(['A', 'B'])
    rounds[0]!.end(end).subscribe()
    subscription.unsubscribe()
    await settle()
    expect(log).toContain('leave')
  })

  it('does not set aside a user who was not the cause of a streak', async () => {
    const clock = createVirtualClock()
    const users = ['X', 'U', ...Array.from({ length: 12 }, (_, i) => `F${i}`)]
    const aside = new Map<string, string>()
    const finishes: Array<() => void> = []
    const { pool, log } = fakeDatabase(
      users,
      (values) =>
        new Promise((resolve) => {
          finishes.push(() => {
            const [, jobs, , , , , reasons] = values
            jobs.forEach(
              (job: string, i: number) => reasons[i] !== null && aside.set(users[Number(job) - 1]!, reasons[i]),
            )
            resolve(jobs.map((job: string) => ({ job })))
          })
        }),
    )
    const retried: Array<string> = []
    const no = () => EMPTY
    const engine: Engine = {
      migrate: no,
      add: () => of(0),
      remove: () => of(true),
      identify: () => of(true),
      hurry: () => of(true),
      users: no,
      status: () => of({ users: 0, setAside: 0, feedsAside: 0, due: 0, lag: 0, held: 0, workers: [], paused: [] }),
      retry: (id) =>
        defer(() => from(settle())).pipe(
          map(() => {
            retried.push(id)
            return aside.delete(id)
          }),
        ),
      work: (config) =>
        engineWorker({ ...config, pool, schema: 's', limits: limitsOf({}, clock), id: 'w', lease: 10_000 }),
    }
    const failures = new Map(users.map((id) => [id, new Subject<never>()]))
    const fleet = createFleet({
      client: { user: () => ({ token$: EMPTY }) } as never,
      mirror: { sync: (_: unknown, { id }: { id: string }) => failures.get(id), erase: no, migrate: no } as never,
      engine,
      clock,
      every: 300_000,
      feeds: ['transactions'],
    })
    const events: Array<FleetEvent> = []
    fleet.work().subscribe((event) => events.push(event))
    await settle()
    failures.get('X')!.error(new MirrorError({ reason: 'unavailable' }))
    clock.advance(100)
    await settle()
    expect(finishes).toHaveLength(1) // the end of X is being written
    failures.get('U')!.error(new MirrorError({ reason: 'unwritable' }))
    for (let i = 0; i < 12; i++) failures.get(`F${i}`)!.error(new MirrorError({ reason: 'unavailable' }))
    finishes[0]!() // the streak is too long: the worker gives its rounds back
    await settle() // the last ends wait for the lock of another transaction meanwhile
    await settle()
    for (const one of finishes.slice(1)) one()
    await settle()
    clock.advance(60_000)
    await settle()
    expect(events.map(({ _tag }) => _tag)).toContain('WorkerPaused')
    console.log(log.join(), retried, [...aside], events.map(({ _tag }) => _tag).join())
    expect([...aside]).toEqual([])
  })
})
