import { catchError, concat, defer, ignoreElements, map, NEVER, of, Subject, throwError, timer } from 'rxjs'
import { type Engine, type Fleet, FleetError, type FleetUser, type RoundEnd } from '../../../lib/fleet.js'
import { createClient, type Redacted, reveal } from '../../../lib/index.js'
import type { Mirror } from '../../../lib/mirror/core/Mirror.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { StaleFencingToken } from '../../../lib/mirror/core/StaleFencingToken.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { every, minute, start, town, valueOf, working } from './town.js'

const hour = 60 * minute

/** A mirror of which the rounds of some users fail. */
const failing = (mirror: Mirror, errorOf: (id: string) => unknown): Mirror => ({
  ...mirror,
  sync: (user, config) =>
    defer(() => {
      const error = errorOf(config.id)
      return error === undefined ? mirror.sync(user, config) : throwError(() => error)
    }),
})

/** The users who have no round until a retry. */
const withoutRounds = (fleet: Fleet): ReadonlyArray<FleetUser> => {
  const found: Array<FleetUser> = []
  fleet.users().subscribe((user) => {
    if (user.wait === undefined) found.push(user)
  })
  return found
}

describe('a round of a fleet', () => {
  it.each([
    [
      'transactionsUpdated',
      { kind: 'wrong-type', field: 'id', value: 'canary' },
      'a response of the service cannot be decoded',
    ],
    [
      'transactionsUpdated',
      { kind: 'status', status: 404, body: '{"type":"canary"}' },
      'the service refuses to answer (404)',
    ],
    ['transactionsUpdated', { kind: 'repeated-cursor' }, 'a list of the service has no end'],
  ] as const)(
    'sets a user aside after ten rounds in a row, and tries again every six hours: %s, %o',
    (on, fault, reason) => {
      const { clock, sandbox, fleetOf, ids, uuidOf, rows } = town({
        profile: documentedProfile,
        users: 2,
        transactions: 600,
      })
      const fleet = fleetOf()
      const { of: reported } = working(fleet.work())
      const [id = ''] = ids
      const isOf = ({ userUuid, body }: { readonly userUuid: string | undefined; readonly body: Redacted<string> }) =>
        userUuid === uuidOf(id) || reveal(body).includes(id)
      sandbox.faults.add({ ...fault, on: (entry) => entry.route === on && isOf(entry), times: Infinity })
      valueOf(fleet.add(ids))
      clock.advance(3 * every)
      expect(reported('UserSuspended')).toMatchObject([{ user: id, reason, wait: 6 * hour }])
      expect(JSON.stringify(reported('UserSuspended').map((event) => ({ ...event, error: undefined })))).not.toContain(
        'canary',
      )
      expect(valueOf(fleet.status())).toMatchObject({ users: 2, suspendedUsers: 1, suspendedFeeds: 0 })
      for (const other of ids.slice(1))
        expect(reported('RoundEnded').filter(({ user }) => user === other).length).toBeGreaterThan(1)
      expect(reported('RoundFailed').map(({ user }) => user)).toEqual(Array(9).fill(id))
      clock.advance(6 * hour)
      expect(reported('UserSuspended')).toMatchObject([{}, { user: id, reason, wait: 6 * hour }])
      sandbox.faults.clear()
      clock.advance(5 * hour)
      expect(reported('UserResumed')).toEqual([])
      clock.advance(hour)
      expect(reported('UserResumed')).toMatchObject([{ user: id }])
      expect([rows(id) > 0, reported('RoundFailed').length]).toEqual([true, 9])
      expect(valueOf(fleet.status())).toMatchObject({ suspendedUsers: 0, failingUsers: 0 })
    },
  )

  it.each(
    [1, 3, 10].flatMap((users) =>
      [
        { kind: 'status', status: 200, body: '{"error":"maintenance"}', on: 'authenticate' } as const,
        { kind: 'status', status: 422, body: '{"type":"x"}', on: 'authenticate' } as const,
        { kind: 'status', status: 200, body: '{"error":"maintenance"}' } as const,
        { kind: 'status', status: 403 } as const,
        { kind: 'status', status: 407, body: '{"type":"x"}' } as const,
      ].map((fault) => [users, fault] as const),
    ),
  )('sets none of %d users aside while the service is down for six minutes: %o', (users, fault) => {
    const { clock, sandbox, fleetOf, ids } = town({ profile: documentedProfile, users })
    const fleet = fleetOf({ every: minute })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(5 * minute)
    sandbox.revokeTokens()
    sandbox.faults.add({ ...fault, times: Infinity })
    clock.advance(6 * minute)
    expect(reported('RoundFailed').length).toBeGreaterThan(2 * users)
    sandbox.faults.clear()
    const before = reported('RoundEnded').length
    clock.advance(5 * minute)
    const read = reported('RoundEnded').slice(before)
    expect(new Set(read.map(({ user }) => user))).toEqual(new Set(ids))
    expect([reported('UserSuspended'), reported('FeedSuspended')]).toEqual([[], []])
  })

  it('tries a user who was suspended at once when hurried or retried, and reads all', () => {
    for (const way of ['runNow', 'retry'] as const) {
      const { clock, sandbox, fleetOf, ids, uuidOf, rows } = town({ profile: documentedProfile, users: 2 })
      const fleet = fleetOf({ feeds: ['stocks', 'transactions'] })
      const { of: reported } = working(fleet.work())
      const [id = ''] = ids
      const isOf = (userUuid: string | undefined, route: string) => userUuid === uuidOf(id) && route.endsWith('Updated')
      sandbox.faults.add({
        kind: 'status',
        status: 403,
        on: ({ userUuid, route }) => isOf(userUuid, route),
        times: Infinity,
      })
      valueOf(fleet.add(ids))
      clock.advance(2 * hour)
      const reason = 'the service refuses to answer (403)'
      expect([reported('UserSuspended').length, reported('FeedSuspended').length, rows(id)]).toEqual([1, 0, 0])
      const users: Array<unknown> = []
      fleet.users().subscribe((user) => users.push(user))
      expect(users).toContainEqual(expect.objectContaining({ id, reason, suspendedFeeds: [] }))
      sandbox.faults.clear()
      expect(valueOf(way === 'runNow' ? fleet.runNow({ id }) : fleet.retry(id))).toBe(true)
      clock.advance(minute)
      expect([rows(id) > 0, reported('UserResumed').length]).toEqual([true, 1])
    }
  })

  it.each([{ kind: 'html' }, { kind: 'status', status: 200, body: '' }] as const)(
    'asks a user again later whose answer was no JSON: %o',
    (fault) => {
      const { clock, sandbox, fleetOf, ids } = town({ profile: documentedProfile, users: 2 })
      const fleet = fleetOf()
      const { of: reported } = working(fleet.work())
      sandbox.faults.add({ ...fault, on: 'transactionsUpdated', times: 3 })
      valueOf(fleet.add(ids))
      clock.advance(3 * every)
      expect(reported('UserSuspended')).toEqual([])
      expect(reported('RoundFailed').map(({ error }) => error)).toMatchObject(
        [1, 2, 3].map(() => ({ _tag: 'DecodeError' })),
      )
      expect(new Set(reported('RoundEnded').map(({ user }) => user))).toEqual(new Set(ids))
    },
  )

  it.each([
    [new MirrorError({ reason: 'unwritable' }), 'the database cannot store a row'],
    [new TypeError('canary'), 'the round failed with an error that is not from rxbank'],
  ])('sets a user aside for %s', (error, reason) => {
    const { clock, mirror, fleetOf, ids } = town()
    const fleet = fleetOf({ mirror: failing(mirror, (id) => (id === ids[0] ? error : undefined)) })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(reported('UserSuspended')).toMatchObject([{ user: ids[0], reason, error }])
  })

  it('sets a user aside whose name has no identity', () => {
    const { clock, fleetOf, ids } = town()
    const identity = (id: string) => (id === ids[0] ? { externalUserId: '' } : { externalUserId: id })
    const fleet = fleetOf({ identity })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(reported('UserSuspended')).toMatchObject([
      { user: ids[0], reason: 'the client refuses its options for this user' },
    ])
    expect(new Set(reported('RoundEnded').map(({ user }) => user)).size).toBe(7)
  })

  it('sets a user aside whose authentication is refused ten times in a row, while others are read', () => {
    const { clock, sandbox, fleetOf, ids, uuidOf, rows } = town({ profile: documentedProfile, users: 3 })
    const fleet = fleetOf()
    const { of: reported } = working(fleet.work())
    const [id = ''] = ids
    const body = '{"type":"canary","message":"canary"}'
    sandbox.faults.add({
      kind: 'status',
      status: 403,
      body,
      on: ({ route, userUuid, body: sent }) =>
        route === 'authenticate' && (userUuid === uuidOf(id) || reveal(sent).includes(id)),
      times: Infinity,
    })
    valueOf(fleet.add(ids))
    clock.advance(20 * every)
    const reason = 'the service gave no token (403); check the client id, the client secret and the user'
    expect(reported('UserSuspended')).toMatchObject([{ user: id, reason }])
    expect(reported('RoundFailed').map(({ user }) => user)).toEqual(Array(9).fill(id))
    expect(JSON.stringify(reported('UserSuspended').map((event) => ({ ...event, error: undefined })))).not.toContain(
      'canary',
    )
    sandbox.faults.clear()
    expect([valueOf(fleet.retry(id)), rows(id) > 0]).toEqual([true, true])
  })

  it.each([1, 2, 4])(
    'sets none of %d users aside while the secret is wrong, and reads all of them afterwards',
    (users) => {
      const { clock, sandbox, fleetOf, ids } = town({ profile: documentedProfile, users })
      const fleet = fleetOf()
      const { of: reported } = working(fleet.work())
      sandbox.faults.add({ kind: 'status', status: 401, on: 'authenticate', times: Infinity })
      valueOf(fleet.add(ids))
      clock.advance(hour / 30)
      expect(reported('UserSuspended')).toEqual([])
      sandbox.faults.clear()
      clock.advance(hour)
      expect(new Set(reported('RoundEnded').map(({ user }) => user))).toEqual(new Set(ids))
    },
  )

  it('does not lay it to users when all are refused, as with a wrong secret', () => {
    const { clock, sandbox, fleetOf, ids } = town({ profile: documentedProfile, users: 40 })
    const fleet = fleetOf()
    const { of: reported } = working(fleet.work())
    sandbox.faults.add({ kind: 'status', status: 401, on: 'authenticate', times: Infinity })
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(reported('UserSuspended')).toEqual([])
    expect(reported('RoundFailed').length).toBeGreaterThanOrEqual(10)
    expect(valueOf(fleet.status())).toMatchObject({ suspendedUsers: 0 })
    sandbox.faults.clear()
    clock.advance(hour)
    expect(new Set(reported('RoundEnded').map(({ user }) => user)).size).toBe(40)
  })

  it('leaves the rounds to a worker that has the right secret', () => {
    const { clock, sandbox, fleetOf, ids } = town({ profile: documentedProfile, users: 200 })
    const sick = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...sandbox.credentials,
      clientSecret: 'wrong',
      http: sandbox.http,
      clock,
      retry: { count: 0 },
    })
    const { of: failed } = working(fleetOf({ client: sick }).work())
    const fleet = fleetOf({ concurrency: { scheduled: 2 } })
    const { of: reported } = working(fleet.work())
    sandbox.faults.add({ kind: 'latency', ms: 50, side: 'response', times: Infinity })
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(new Set(reported('RoundEnded').map(({ user }) => user)).size).toBeGreaterThan(190)
    clock.advance(minute)
    expect(new Set(reported('RoundEnded').map(({ user }) => user)).size).toBe(200)
    expect(valueOf(fleet.status())).toMatchObject({ suspendedUsers: 0 })
    expect(failed('UserSuspended')).toEqual([])
    expect(failed('WorkerPaused').length).toBe(failed('RoundFailed').length - 10)
  })

  it('tries again, later and later, what may pass, and no sooner than the service asks', () => {
    const { clock, sandbox, fleetOf, ids } = town({ profile: documentedProfile, users: 1 })
    const fleet = fleetOf({ random: () => 1 - Number.EPSILON })
    const { of: reported } = working(fleet.work())
    sandbox.faults.add({ kind: 'server-error', on: 'transactionsUpdated', times: 9 })
    valueOf(fleet.add(ids))
    valueOf(fleet.runNow({ id: ids[0] ?? '' }))
    clock.advance(2 * hour)
    const seconds = (ms: number) => Math.round(ms / 1000)
    expect(reported('RoundFailed').map(({ wait }) => seconds(wait))).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900])
    expect(reported('RoundFailed').map(({ failures }) => failures)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(reported('RoundEnded').length).toBeGreaterThan(3)
    sandbox.faults.add({ kind: 'rate-limit', retryAfter: 1800, on: 'transactionsUpdated' })
    const before = reported('RoundEnded').length
    clock.advance(1.1 * every)
    expect(reported('RoundFailed').at(-1)).toMatchObject({ failures: 1, wait: 1_800_000, error: { status: 429 } })
    clock.advance(1_700_000)
    expect(reported('RoundEnded').length).toBe(before)
    clock.advance(1.1 * every)
    expect(reported('RoundEnded').length).toBeGreaterThan(before)
  })

  it('leaves a user whom another writes for the usual time', () => {
    const { clock, mirror, fleetOf, ids } = town({ profile: documentedProfile, users: 1 })
    const ends: Array<RoundEnd> = []
    const { engine } = town()
    const noting: Engine = {
      ...engine,
      work: () =>
        of({
          user: ids[0] ?? '',
          uuid: undefined,
          lane: 'scheduled',
          lag: 0,
          every: 7000,
          failures: 2,
          runNow$: NEVER,
          isSuspended: false,
          suspendedFeeds: [],
          end: (end) => of(ends.push(end) > 0),
        }),
    }
    const fleet = fleetOf({
      engine: noting,
      mirror: failing(mirror, () => new StaleFencingToken({ fence: 1 })),
      random: () => 0.5,
    })
    const { of: reported } = working(fleet.work())
    clock.advance(0)
    expect(reported('RoundSuperseded')).toMatchObject([{ user: ids[0], lane: 'scheduled', duration: 0 }])
    expect(ends).toEqual([{ _tag: 'Again', wait: 7000, every: 7000, failures: 2 }])
  })

  it('does not spin while the database is lost, and goes on when it is back', () => {
    const { clock, mirror, fleetOf, ids } = town({ profile: documentedProfile, users: 100 })
    let isLost = false
    let tried = 0
    const lost = () => {
      tried++
      return isLost ? new MirrorError({ reason: 'unavailable' }) : undefined
    }
    const fleet = fleetOf({ mirror: failing(mirror, lost), concurrency: { scheduled: 10 } })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(every)
    isLost = true
    tried = 0
    clock.advance(hour)
    // Once the streak is too long, a round at most each 15 to 30 seconds, and those that had begun with it.
    expect(tried).toBeLessThan(300)
    expect(tried).toBeGreaterThan(100)
    const tenth = tried
    clock.advance(minute)
    expect(tried - tenth).toBeLessThan(6)
    expect(reported('UserSuspended')).toEqual([])
    isLost = false
    const before = reported('RoundEnded').length
    clock.advance(1.2 * every)
    expect(
      new Set(
        reported('RoundEnded')
          .slice(before)
          .map(({ user }) => user),
      ).size,
    ).toBe(100)
  })

  it('gives back what it holds when more than ten rounds in a row have failed, and comes again later and later', () => {
    const { clock, mirror, fleetOf, ids } = town({ profile: documentedProfile, users: 100 })
    const failure = new MirrorError({ reason: 'unavailable' })
    let isLost = true
    const hanging = ids.slice(0, 3)
    const mirrored: Mirror = {
      ...mirror,
      sync: (user, config) =>
        !isLost ? mirror.sync(user, config) : hanging.includes(config.id) ? NEVER : throwError(() => failure),
    }
    const fleet = fleetOf({ mirror: mirrored, random: () => 0 })
    const { of: reported, ended } = working(fleet.work())
    for (const id of hanging) valueOf(fleet.add(id))
    clock.advance(0)
    expect(valueOf(fleet.status())).toMatchObject({ heldRounds: 3, dueRounds: 0 })
    valueOf(fleet.add(ids))
    expect(reported('RoundFailed')).toHaveLength(11)
    expect(valueOf(fleet.status())).toMatchObject({
      heldRounds: 0,
      dueRounds: 89,
      workers: ['worker 1'],
      pausedWorkers: ['worker 1'],
    })
    clock.advance(2 * minute)
    const paused = reported('WorkerPaused')
    expect(paused[0]).toMatchObject({ failures: 11, error: failure, delay: 500 })
    expect(paused.map(({ delay }) => delay)).toEqual(
      [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000].slice(0, paused.length),
    )
    expect(paused.length).toBeGreaterThan(8)
    expect(reported('RoundFailed')).toHaveLength(10 + paused.length)
    isLost = false
    clock.advance(every)
    expect([new Set(reported('RoundEnded').map(({ user }) => user)).size, ended]).toEqual([100, []])
    expect(valueOf(fleet.status())).toMatchObject({ workers: [expect.any(String)], pausedWorkers: [] })
    isLost = true
    clock.advance(2 * every)
    expect(reported('WorkerPaused')[paused.length]).toMatchObject({ delay: 500 })
  })

  it('stops at once in a pause', () => {
    const { clock, sandbox, fleetOf, ids } = town({ profile: documentedProfile, users: 30 })
    const stop$ = new Subject<void>()
    const fleet = fleetOf()
    const one = working(fleet.work(stop$))
    sandbox.faults.add({ kind: 'status', status: 401, on: 'authenticate', times: Infinity })
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(one.reported.at(-1)).toMatchObject({ _tag: 'WorkerPaused' })
    expect(valueOf(fleet.status()).pausedWorkers).toHaveLength(1)
    stop$.next()
    expect(valueOf(fleet.status()).workers).toEqual([])
    expect([one.ended, clock.pending()]).toEqual([['completed'], 0])
  })

  it('has those asked again whom it has suspended, also where the last rounds before the end fail', () => {
    const { clock, mirror, fleetOf, ids } = town({ profile: documentedProfile, users: 30 })
    const stop$ = new Subject<void>()
    const failed$ = throwError(() => new MirrorError({ reason: 'unwritable' }))
    const sync: Mirror['sync'] = () => concat(timer(1000, clock.scheduler).pipe(ignoreElements()), failed$)
    const fleet = fleetOf({ mirror: { ...mirror, sync } })
    valueOf(fleet.add(ids))
    // A worker has spread their rounds, and has ended before the first of them.
    working(fleet.work()).subscription.unsubscribe()
    clock.advance(every)
    const { of: reported, ended } = working(fleet.work(stop$))
    stop$.next()
    clock.advance(minute)
    expect([ended, reported('UserSuspended').length, reported('RoundFailed').length]).toEqual([['completed'], 10, 20])
    expect([reported('WorkerPaused'), clock.pending()]).toEqual([[], 0])
    expect(valueOf(fleet.status())).toMatchObject({ heldRounds: 0 })
    expect(withoutRounds(fleet)).toEqual([])
  })

  it('resumes once the engine is back, where it was lost meanwhile', () => {
    const { clock, mirror, engine, fleetOf, ids } = town({ profile: documentedProfile, users: 30 })
    let refusals = 3
    const shaky: Engine = {
      ...engine,
      retry: (id) =>
        defer(() => (refusals-- > 0 ? throwError(() => new FleetError({ reason: 'unavailable' })) : engine.retry(id))),
    }
    const unwritable = () => new MirrorError({ reason: 'unwritable' })
    const fleet = fleetOf({ engine: shaky, mirror: failing(mirror, unwritable) })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(reported('EngineLost')).toHaveLength(3)
    expect(withoutRounds(fleet)).toEqual([])
  })

  it('ends a round that hangs, a while after its last batch', () => {
    const { clock, mirror, fleetOf, ids } = town({ profile: documentedProfile, users: 1 })
    const batch = { changedIds: [], removedIds: [], rejected: [] } as never
    const sync: Mirror['sync'] = () => concat(timer(50_000, clock.scheduler).pipe(map(() => batch)), NEVER)
    const fleet = fleetOf({ mirror: { ...mirror, sync }, timeout: minute, every: hour })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    valueOf(fleet.runNow({ id: ids[0] ?? '' }))
    clock.advance(109_999)
    expect(reported('RoundFailed')).toEqual([])
    clock.advance(1)
    expect(reported('RoundFailed')).toMatchObject([
      { user: ids[0], duration: 110_000, error: { _tag: 'TimeoutError', operation: 'fleet.round', timeout: minute } },
    ])
    expect(valueOf(fleet.status())).toMatchObject({ heldRounds: 0 })
  })

  it('ends a round that hangs after 15 minutes where nothing else is said', () => {
    const { clock, mirror, fleetOf, ids } = town({ profile: documentedProfile, users: 1 })
    const fleet = fleetOf({ mirror: { ...mirror, sync: () => NEVER } })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    valueOf(fleet.runNow({ id: ids[0] ?? '' }))
    clock.advance(15 * minute)
    expect(reported('RoundFailed')).toMatchObject([{ duration: 15 * minute, error: { _tag: 'TimeoutError' } }])
  })

  it('ends a round again where the engine could not be told, and keeps its place until then', () => {
    const { clock, engine, fleetOf, ids, asked } = town({ profile: documentedProfile, users: 3 })
    let refusals = 4
    const refuse = throwError(() => new FleetError({ reason: 'unavailable' }))
    const shaky: Engine = {
      ...engine,
      work: (config) =>
        engine
          .work(config)
          .pipe(
            map((one) =>
              'user' in one ? { ...one, end: (end) => defer(() => (refusals-- > 0 ? refuse : one.end(end))) } : one,
            ),
          ),
    }
    const fleet = fleetOf({ engine: shaky, concurrency: { scheduled: 1, immediate: 1 } })
    const { of: reported, ended } = working(fleet.work())
    valueOf(fleet.add(ids))
    for (const id of ids) valueOf(fleet.runNow({ id }))
    expect([asked('transactionsUpdated').length, reported('RoundEnded').length]).toEqual([1, 0])
    clock.advance(minute)
    expect([asked('transactionsUpdated').length, reported('RoundEnded').length, ended]).toEqual([3, 3, []])
  })

  it('works again after the engine was lost, and tells it', () => {
    const { clock, engine, fleetOf, ids } = town()
    let losses = 3
    const shaky: Engine = {
      ...engine,
      work: (config) =>
        defer(() => (losses-- > 0 ? throwError(() => new FleetError({ reason: 'unavailable' })) : engine.work(config))),
    }
    const fleet = fleetOf({ engine: shaky, random: () => 0 })
    const { of: reported, ended } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(reported('EngineLost').map(({ delay, time }) => [delay, time.getTime() - start])).toEqual([
      [500, 0],
      [1000, 500],
      [2000, 1500],
    ])
    expect([new Set(reported('RoundEnded').map(({ user }) => user)).size, ended]).toEqual([8, []])
  })

  it('completes where it is to stop while the engine is lost, and errors with what does not pass', () => {
    const { clock, engine, fleetOf } = town()
    const stop$ = new Subject<void>()
    let error = new FleetError({ reason: 'unavailable' })
    const fleet = fleetOf({ engine: { ...engine, work: () => throwError(() => error) } })
    const one = working(fleet.work(stop$))
    clock.advance(100)
    stop$.next()
    expect(one.ended).toEqual(['completed'])
    error = new FleetError({ reason: 'denied' })
    expect(working(fleet.work()).ended).toEqual([error])
    expect(clock.pending()).toBe(0)
  })

  it('what a dead worker held is read by another; what a stalled one reads later is not written twice', () => {
    const { clock, sandbox, engine, fleetOf, ids, rows } = town()
    const [one, other] = [working(fleetOf().work()), working(fleetOf().work())]
    sandbox.faults.add({ kind: 'latency', ms: 25_000, side: 'response', on: 'transactionsUpdated', times: 4 })
    const fleet = fleetOf()
    valueOf(fleet.add(ids))
    for (const id of ids.slice(0, 4)) valueOf(fleet.runNow({ id }))
    expect(valueOf(fleet.status())).toMatchObject({ heldRounds: 4, workers: ['worker 1', 'worker 2'] })
    engine.cutOff('worker 1')
    clock.advance(10_000)
    expect(other.of('WorkersDied')).toMatchObject([{ workers: ['worker 1'], rounds: 2 }])
    expect(one.of('EngineLost')).toMatchObject([{ error: { reason: 'stalled' } }])
    clock.advance(every)
    const ended = [...one.of('RoundEnded'), ...other.of('RoundEnded')]
    expect(new Set(ended.map(({ user }) => user)).size).toBe(8)
    expect(ended.reduce((sum, { changed }) => sum + changed, 0)).toBe(rows())
    expect(valueOf(fleet.status()).workers).toEqual(['worker 2', 'worker 1'])
  })

  it('a round that ends too late is superseded, and its user has another', () => {
    const { clock, sandbox, engine, fleetOf, ids } = town({ profile: documentedProfile, users: 1 })
    // The worker's stream lives on, as where its process sleeps: it learns at the end of its round.
    const deaf: Engine = {
      ...engine,
      work: (config) => engine.work(config).pipe(catchError(() => NEVER)),
    }
    const sleeping = working(fleetOf({ engine: deaf }).work())
    const fleet = fleetOf()
    sandbox.faults.add({ kind: 'latency', ms: 25_000, side: 'response', on: 'transactionsUpdated', times: 1 })
    valueOf(fleet.add(ids))
    valueOf(fleet.runNow({ id: ids[0] ?? '' }))
    engine.cutOff('worker 1')
    const other = working(fleet.work())
    clock.advance(minute)
    expect(sleeping.reported).toMatchObject([{ _tag: 'RoundSuperseded', user: ids[0], duration: 25_000 }])
    expect(other.of('RoundEnded').length).toBeGreaterThan(0)
    expect(valueOf(fleet.status())).toMatchObject({ users: 1, heldRounds: 0 })
  })
})
