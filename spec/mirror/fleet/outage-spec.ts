import { defer, map, merge, mergeMap, type Observable, of, Subject, throwError, timer } from 'rxjs'
import { type Engine, FleetError } from '../../../lib/fleet.js'
import type { ClientConfig, Http, HttpResponse } from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { seeded } from '../../simulation/random.js'
import { differences } from '../core/place.js'
import { every, minute, town, valueOf, working } from './town.js'

const second = 1000
const users = 200

/** The most moments that are within any span of so many milliseconds. */
const most = (moments: ReadonlyArray<number>, ms: number): number =>
  moments.reduce((greatest, at, index) => {
    const end = moments.findIndex((later) => later >= at + ms)
    return Math.max(greatest, (end === -1 ? moments.length : end) - index)
  }, 0)

const refused: Observable<HttpResponse> = throwError(() => new Error('refused'))
const busy: Observable<HttpResponse> = of({ status: 503, headers: {}, body: '' })
const alone: Partial<ClientConfig> = { retry: { count: 0 } }

describe('a service that is down for an hour', () => {
  it.each([
    ['answers 503', busy, {}],
    ['refuses connections, of clients that do not retry', refused, alone],
  ])('and %s: is asked little meanwhile, and of all users in their turn after it', async (_, down$, options) => {
    const { clock, sandbox, database, fleetOf, connect, ids, rows, uuidOf } = town({
      profile: documentedProfile,
      users,
      transactions: 3,
    })
    const arrivals: Array<number> = []
    let isDown = false
    const http: Http = (request) => {
      arrivals.push(clock.monotonic())
      return timer(200, clock.scheduler).pipe(mergeMap(() => (isDown ? down$ : sandbox.http(request))))
    }
    const workers = [1, 2, 3].map((seed) => {
      const client = connect({ http, retry: { count: 3 }, random: seeded(seed), ...options })
      return working(fleetOf({ client }).work())
    })
    const fleet = fleetOf()
    valueOf(fleet.add(ids))
    clock.advance(2 * every)

    isDown = true
    const begun = arrivals.length
    clock.advance(2 * minute)
    const settled = arrivals.length
    clock.advance(58 * minute)
    const changed = ids.slice(0, 20)
    for (const id of changed) sandbox.insertTransactions(uuidOf(id), 1)
    // Each worker asks until its circuit opens, and then once in a pause of up to half a minute, with its retries.
    expect(settled - begun).toBeLessThan(2 * users)
    expect(arrivals.length - settled).toBeGreaterThan(58)
    expect(most(arrivals.slice(settled), minute)).toBeLessThanOrEqual(24)
    expect(valueOf(fleet.status())).toMatchObject({ users, suspendedUsers: 0 })

    isDown = false
    const back = arrivals.length
    const reported = workers.map((worker) => worker.reported.length)
    clock.advance(every + minute)
    const served = new Set(
      workers.flatMap((worker, index) =>
        worker.reported.slice(reported[index]).flatMap((event) => (event._tag === 'RoundEnded' ? [event.user] : [])),
      ),
    )
    expect(served.size).toBe(users)
    // Ten seconds of an interval are a ninetieth of it.
    expect(most(arrivals.slice(back), 10 * second)).toBeLessThanOrEqual(0.15 * users)
    expect(workers.flatMap(({ ended }) => ended)).toEqual([])
    expect(rows()).toBe(3 * users + changed.length)
    const query = (sql: string) =>
      Promise.resolve(database.prepare(sql).all() as ReadonlyArray<Record<string, unknown>>)
    for (const id of changed) {
      const client = connect().user({ externalUserId: id })
      const found = await differences({ query, table: (name) => `rxbank_${name}` }, client, id)
      expect(found.filter(({ list }) => list === 'transactions')).toEqual([])
    }
  })
})

describe('a database that is away', () => {
  it.each([
    ['five minutes', 5 * minute],
    ['longer than the interval', every + 5 * minute],
  ])('for %s: the rounds that became due meanwhile are spread when it is back', (_, ms) => {
    const { clock, sandbox, engine, mirror, fleetOf, connect, ids } = town({
      profile: documentedProfile,
      users,
      transactions: 1,
    })
    const arrivals: Array<number> = []
    const http: Http = (request) => {
      arrivals.push(clock.monotonic())
      return timer(200, clock.scheduler).pipe(mergeMap(() => sandbox.http(request)))
    }
    let isAway = false
    const lost = new Subject<void>()
    const gone = () => new FleetError({ reason: 'unavailable' })
    const reached = <A>(found$: Observable<A>): Observable<A> => defer(() => (isAway ? throwError(gone) : found$))
    const broken$ = lost.pipe(
      map(() => {
        throw gone()
      }),
    )
    const work: Engine['work'] = (config) =>
      reached(
        merge(engine.work(config), broken$).pipe(
          map((one) => ('user' in one ? { ...one, end: (end) => reached(one.end(end)) } : one)),
        ),
      )
    const sync: typeof mirror.sync = (...given) =>
      isAway ? throwError(() => new MirrorError({ reason: 'unavailable' })) : mirror.sync(...given)
    const workers = [1, 2, 3].map((seed) =>
      working(
        fleetOf({
          client: connect({ http, random: seeded(seed) }),
          engine: { ...engine, work },
          mirror: { ...mirror, sync },
        }).work(),
      ),
    )
    valueOf(fleetOf().add(ids))
    clock.advance(2 * every)

    isAway = true
    clock.advance(10 * second)
    lost.next()
    const begun = arrivals.length
    clock.advance(ms)
    expect(arrivals.length).toBe(begun)
    expect(workers.map(({ of: reported }) => reported('EngineLost').length > 0)).toEqual([true, true, true])
    isAway = false
    const reported = workers.map((worker) => worker.reported.length)
    clock.advance(every + minute)
    const served = new Set(
      workers.flatMap((worker, index) =>
        worker.reported.slice(reported[index]).flatMap((event) => (event._tag === 'RoundEnded' ? [event.user] : [])),
      ),
    )
    expect([served.size, workers.flatMap(({ ended }) => ended)]).toEqual([users, []])
    expect(most(arrivals.slice(begun), 10 * second)).toBeLessThanOrEqual(0.15 * users)
  })
})
