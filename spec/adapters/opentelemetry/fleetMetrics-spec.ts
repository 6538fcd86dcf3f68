import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { concat, defer, from, NEVER, of, throwError } from 'rxjs'
import { FleetError, type FleetEvent, type FleetEventBody } from '../../../lib/fleet.js'
import { createVirtualClock } from '../../../lib/index.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { FeedsFailed } from '../../../lib/mirror/rounds/FeedsFailed.js'
import { memoryPermits } from '../../../lib/node.js'
import { fleetMetrics } from '../../../lib/opentelemetry.js'
import { every, town, valueOf, working } from '../../mirror/fleet/town.js'

const sdk = () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 31 - 1 })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const points = async () => {
    const { resourceMetrics } = await reader.collect()
    return resourceMetrics.scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => [
          descriptor.name.replace('rxbank.fleet.', ''),
          attributes,
          typeof value === 'number' ? value : [value.count, value.sum],
        ]),
      )
  }
  return { meterProvider, points, close: () => reader.shutdown() }
}

describe('fleetMetrics', () => {
  it('counts what happens, with no user in it, and changes nothing', async () => {
    const { meterProvider, points, close } = sdk()
    const time = new Date(0)
    const round = { user: 'CANARY', lane: 'immediate', lag: 500, duration: 2000 } as const
    const feedsFailed = new FeedsFailed({
      failures: [{ feed: 'stocks', error: new MirrorError({ reason: 'unwritable' }) }],
    })
    const bodies: ReadonlyArray<FleetEventBody> = [
      { _tag: 'RoundEnded', ...round, changed: 3, removed: 1, rejected: 0, wait: 1 },
      { _tag: 'RoundEnded', ...round, lane: 'scheduled', changed: 0, removed: 0, rejected: 0, wait: 1 },
      { _tag: 'RoundFailed', ...round, error: new MirrorError({ reason: 'busy' }), failures: 1, wait: 1 },
      { _tag: 'RoundFailed', ...round, error: new RangeError('CANARY'), failures: 1, wait: 1 },
      { _tag: 'RoundSuperseded', ...round },
      { _tag: 'UserSuspended', ...round, reason: 'CANARY', error: undefined },
      { _tag: 'FeedSuspended', user: 'CANARY', feed: 'stocks', reason: 'CANARY', error: new RangeError('CANARY') },
      { _tag: 'UserResumed', user: 'CANARY' },
      { _tag: 'FeedResumed', user: 'CANARY', feed: 'stocks' },
      { _tag: 'UserReplaced', user: 'CANARY', uuid: 'CANARY' },
      {
        _tag: 'ConsentReported',
        user: 'CANARY',
        consent: { _tag: 'renewed', user: 'CANARY', itemId: 7, endsAt: time },
      },
      {
        _tag: 'BalanceMismatch',
        user: 'CANARY',
        account: 'CANARY',
        currency: 'EUR',
        expected: 1n,
        reported: 2n,
        difference: 1n,
        since: time,
      },
      { _tag: 'ConsentsFailed', error: new MirrorError({ reason: 'full' }), delay: 1 },
      { _tag: 'RoundFailed', ...round, error: feedsFailed, failures: 1, wait: 1 },
      { _tag: 'WorkersDied', workers: ['CANARY'], rounds: 7 },
      { _tag: 'RoundsRestored', users: 2 },
      { _tag: 'EngineLost', error: new FleetError({ reason: 'stalled' }), delay: 1 },
      { _tag: 'WorkerPaused', failures: 11, error: new MirrorError({ reason: 'busy' }), delay: 1 },
    ]
    const events = bodies.map((body): FleetEvent => ({ ...body, time }))
    const failure = new RangeError('full')
    const { reported, ended } = working(
      concat(
        of(...events),
        throwError(() => failure),
      ).pipe(fleetMetrics({ meterProvider })),
    )
    expect([reported, ended]).toEqual([events, [failure]])
    const found = await points()
    const immediate = { 'rxbank.lane': 'immediate' }
    const outcome = (name: string, type?: string) => ({
      ...immediate,
      'rxbank.outcome': name,
      ...(type !== undefined && { 'error.type': type }),
    })
    expect(found).toEqual([
      ['rounds', outcome('news'), 1],
      ['rounds', { 'rxbank.lane': 'scheduled', 'rxbank.outcome': 'quiet' }, 1],
      ['rounds', outcome('failed', 'MirrorError.busy'), 1],
      ['rounds', outcome('failed', '_OTHER'), 1],
      ['rounds', outcome('superseded'), 1],
      ['rounds', outcome('suspended', '_OTHER'), 1],
      ['rounds', outcome('failed', 'MirrorError.unwritable'), 1],
      ['rows', {}, 4],
      ['round.lag', immediate, [6, 3]],
      ['round.lag', { 'rxbank.lane': 'scheduled' }, [1, 0.5]],
      ['round.duration', immediate, [6, 12]],
      ['round.duration', { 'rxbank.lane': 'scheduled' }, [1, 2]],
      ['taken_over', {}, 7],
      ['rearmed', {}, 2],
      ['engine.losses', { 'error.type': 'FleetError.stalled' }, 1],
      ['feeds.suspended', { 'rxbank.feed': 'stocks', 'error.type': '_OTHER' }, 1],
      ['users.resumed', {}, 1],
      ['feeds.resumed', { 'rxbank.feed': 'stocks' }, 1],
      ['consents', { 'rxbank.consent': 'renewed' }, 1],
      ['consents.failures', { 'error.type': 'MirrorError.full' }, 1],
      ['balances.differences', {}, 1],
      ['users.replaced', {}, 1],
      ['pauses', { 'error.type': 'MirrorError.busy' }, 1],
    ])
    expect(JSON.stringify(found)).not.toContain('CANARY')
    await close()
  })

  it('counts the rounds of a fleet', async () => {
    const { meterProvider, points, close } = sdk()
    const { clock, fleetOf, ids, rows } = town()
    const fleet = fleetOf()
    const { of: reported } = working(fleet.work().pipe(fleetMetrics({ meterProvider })))
    valueOf(fleet.add(ids))
    clock.advance(every)
    const found = await points()
    const rounds = found.filter(([name]) => name === 'rounds').reduce((sum, [, , value]) => sum + Number(value), 0)
    expect(rounds).toBe(reported('RoundEnded').length)
    expect(found.find(([name]) => name === 'rows')).toEqual(['rows', {}, rows()])
    await close()
  })

  it('observes permits at each collection, for as long as the worker works', async () => {
    const { meterProvider, points, close } = sdk()
    const permits = memoryPermits({ requests: 10, per: 60_000, clock: createVirtualClock() })
    let reads = 0
    const reported = { status: () => defer(() => (reads++, permits.status())) }
    const { subscription } = working(NEVER.pipe(fleetMetrics({ meterProvider, permits: reported })))
    const use = (name: string, value: number) => ['permits', { 'rxbank.use': name }, value]
    expect(await points()).toEqual([use('free', 10), use('leased', 0), use('spent', 0), ['cool_down', {}, 0]])
    const [permit = ''] = valueOf(from(permits.lease({ count: 4, priority: 'background', hold: 1 }))).permits
    from(permits.release([{ permit, arrivesIn: 0 }])).subscribe()
    from(permits.coolDown(2500)).subscribe()
    expect(await points()).toEqual([use('free', 6), use('leased', 3), use('spent', 1), ['cool_down', {}, 2.5]])
    subscription.unsubscribe()
    await points()
    expect(reads).toBe(2)
    await close()
  })

  it('observes the state of the fleet at each collection', async () => {
    const { meterProvider, points, close } = sdk()
    const status = {
      users: 9,
      failingUsers: 3,
      suspendedUsers: 2,
      suspendedFeeds: 4,
      dueRounds: 3,
      lag: 1500,
      heldRounds: 1,
      workers: ['a', 'b'],
      pausedWorkers: ['b'],
    }
    working(NEVER.pipe(fleetMetrics({ meterProvider, fleet: { status: () => of(status) } })))
    const state = (name: string) => ({ 'rxbank.state': name })
    expect(await points()).toEqual([
      ['users', state('active'), 4],
      ['users', state('failing'), 3],
      ['users', state('suspended'), 2],
      ['workers', state('active'), 1],
      ['workers', state('paused'), 1],
      ['feeds', state('suspended'), 4],
      ['due', {}, 3],
      ['overdue', {}, 1.5],
    ])
    await close()
  })

  it('has no value of permits that cannot be read, and all others', async () => {
    const { meterProvider, points, close } = sdk()
    const permits = { status: () => throwError(() => new MirrorError({ reason: 'unavailable' })) }
    const rearmed: FleetEvent = { _tag: 'RoundsRestored', users: 2, time: new Date(0) }
    working(concat(of(rearmed), NEVER).pipe(fleetMetrics({ meterProvider, permits })))
    expect(await points()).toEqual([['rearmed', {}, 2]])
    await close()
  })

  it('refuses wrong options', () => {
    expect(() => fleetMetrics({ meterProvider: {}, permits: {}, fleet: {}, meter: 1 } as never)).toThrow(
      /meterProvider.*permits.*fleet.*meter/s,
    )
  })
})
