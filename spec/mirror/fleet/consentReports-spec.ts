import { DatabaseSync } from '@photostructure/sqlite'
import { concat, defer, EMPTY, NEVER, type Observable, of, Subject, throwError } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { createFleet, type FleetConfig, type FleetEvent, memoryEngine } from '../../../lib/fleet.js'
import { createClient, createVirtualClock } from '../../../lib/index.js'
import type { MirrorConsent, ReportConsentsConfig } from '../../../lib/mirror/consents/MirrorConsent.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { SchemaRefused } from '../../../lib/mirror/core/SchemaRefused.js'
import { consentReports } from '../../../lib/mirror/fleet/consentReports.js'
import { createSandbox, dialect2025 } from '../../../lib/sandbox.js'
import { createMirror } from '../../../lib/sqlite.js'
import { start, town, valueOf, working } from './town.js'

const hour = 3_600_000
const day = 24 * hour

const consent: MirrorConsent = {
  _tag: 'ending',
  user: 'A6J',
  itemId: 7,
  endsAt: new Date(start),
  noticeDays: 7,
  session: { itemId: 7 },
}

/** Reports under a virtual clock, of which each is the next of these. */
const reporting = (
  reports: ReadonlyArray<Observable<MirrorConsent>>,
  consents: FleetConfig['consents'] = { noticeDays: [7] },
  stop$: Observable<unknown> = NEVER,
) => {
  const clock = createVirtualClock({ start })
  const left = [...reports]
  const configs: Array<ReportConsentsConfig | undefined> = []
  const mirror = {
    erase: () => EMPTY,
    migrate: () => EMPTY,
    sync: () => EMPTY,
    reportConsents: (config?: ReportConsentsConfig) =>
      defer(() => {
        configs.push(config)
        return left.shift() ?? EMPTY
      }),
  }
  const seen: Array<unknown> = []
  const subscription = consentReports({ mirror, consents, clock }, stop$).subscribe({
    next: (event) => seen.push([(clock.wall() - start) / hour, event._tag]),
    error: (error: { readonly _tag: string }) => seen.push(error._tag),
    complete: () => seen.push('completed'),
  })
  return { clock, seen, configs, subscription }
}

describe('consentReports', () => {
  it('reports at once, and an hour after the end of each report, or at the given interval', () => {
    const one = reporting([of(consent, consent), EMPTY, of(consent)])
    one.clock.advance(2.5 * hour)
    expect(one.seen).toEqual([
      [0, 'ConsentReported'],
      [0, 'ConsentReported'],
      [2, 'ConsentReported'],
    ])
    expect(one.configs).toEqual(Array(3).fill({ noticeDays: [7] }))
    const other = reporting([EMPTY, of(consent)], { every: 2 * day })
    other.clock.advance(3 * day)
    expect(other.seen).toEqual([[48, 'ConsentReported']])
    expect(other.configs[0]).toEqual({})
  })

  it('emits a failure, and goes on with the next report', () => {
    const busy = new MirrorError({ reason: 'busy' })
    const { clock, seen } = reporting([
      concat(
        of(consent),
        throwError(() => busy),
      ),
      throwError(() => 5),
      of(consent),
    ])
    clock.advance(2 * hour)
    expect(seen).toEqual([
      [0, 'ConsentReported'],
      [0, 'ConsentsFailed'],
      [1, 'ConsentsFailed'],
      [2, 'ConsentReported'],
    ])
  })

  it('errors if the tables are of another version', () => {
    const { seen, clock } = reporting([throwError(() => new SchemaRefused({ found: 9, known: 5 }))])
    expect([seen, clock.pending()]).toEqual([['SchemaRefused'], 0])
  })

  it('completes when it is told to stop, and leaves nothing behind when it is left', () => {
    const stop$ = new Subject<void>()
    const stopped = reporting([of(consent)], {}, stop$)
    stop$.next()
    expect([stopped.seen, stopped.clock.pending()]).toEqual([[[0, 'ConsentReported'], 'completed'], 0])
    const left = reporting([of(consent)])
    left.subscription.unsubscribe()
    expect(left.clock.pending()).toBe(0)
  })

  it('does nothing without the option', () => {
    const none: Array<unknown> = []
    consentReports({ mirror: town().mirror, clock: createVirtualClock() }, NEVER).subscribe({
      complete: () => none.push('completed'),
    })
    expect(none).toEqual(['completed'])
  })
})

describe('the option consents of a fleet', () => {
  it.each<[string, Partial<FleetConfig>, string]>([
    ['wrong noticeDays', { consents: { noticeDays: [0] } }, '/consents/noticeDays'],
    ['an unknown option', { consents: { notices: [7] } as never }, '/consents/notices'],
    ['an interval that is too short', { consents: { every: 10 } }, '/consents/every'],
    [
      'a mirror that has no reports',
      { consents: {}, mirror: { erase: () => EMPTY, migrate: () => EMPTY, sync: () => EMPTY } },
      '/mirror',
    ],
    ['feeds without items', { consents: {}, feeds: ['transactions'] }, '/feeds'],
  ])('is refused with %s', (_, options, path) => {
    const { fleetOf } = town()
    expect(() => fleetOf({ feeds: ['items'], ...options })).toThrow(
      expect.objectContaining({ _tag: 'ConfigError', issues: [expect.objectContaining({ path })] }) as never,
    )
  })

  it('reports each notice of each user once, whatever the number of workers, and renewals', () => {
    const clock = createVirtualClock({ start })
    const sandbox = createSandbox({
      seed: 5,
      clock,
      profile: bridge2025,
      dialect: dialect2025,
      users: 2,
      transactions: 2,
    })
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
    const database = new DatabaseSync(':memory:')
    const engine = memoryEngine({ clock, lease: 10 * day })
    const newFleet = () =>
      createFleet({
        client,
        mirror: createMirror({ database, clock }),
        engine,
        clock,
        random: () => 0.5,
        every: 2 * day,
        feeds: ['items'],
        consents: { noticeDays: [30, 7, 1], every: 6 * hour },
      })
    const workers = [newFleet(), newFleet()].map((fleet) => working(fleet.work()))
    const ids = sandbox.users.map(({ externalUserId }) => externalUserId)
    valueOf(newFleet().add(ids))
    clock.advance(200 * day)
    const reported = (): ReadonlyArray<Extract<FleetEvent, { readonly _tag: 'ConsentReported' }>> =>
      workers.flatMap((worker) => worker.of('ConsentReported'))
    const describeReport = ({ user, consent: one }: { readonly user: string; readonly consent: MirrorConsent }) =>
      `${user} ${String(one.itemId)} ${one._tag} ${one._tag === 'ending' ? String(one.noticeDays) : ''}`
    const items = sandbox.users.flatMap(({ itemIds }) => itemIds).length
    const seen = reported().map(describeReport)
    expect([seen.length, new Set(seen).size]).toEqual([4 * items, 4 * items])
    expect(new Set(reported().map(({ user }) => user))).toEqual(new Set(ids))
    for (const { consent: one, time } of reported()) {
      if (one._tag === 'unreadable') throw new Error('the sandbox sends readable ends')
      const due = one.endsAt.getTime() - (one._tag === 'ending' ? one.noticeDays : 0) * day
      expect(time.getTime() - due).toBeLessThan(8 * hour)
      expect(time.getTime()).toBeGreaterThanOrEqual(due)
    }
    expect(workers.flatMap((worker) => worker.of('ConsentsFailed'))).toEqual([])
    for (const { subscription } of workers) subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })
})
