import {
  defer,
  EMPTY,
  finalize,
  from,
  ignoreElements,
  mergeMap,
  NEVER,
  Observable,
  of,
  Subject,
  tap,
  throwError,
  timer,
} from 'rxjs'
import { bridge2021 } from '../../../lib/bridge.js'
import { createFleet, type Engine } from '../../../lib/fleet.js'
import { ConfigError, createClient, type PermitSource, sharedPermits } from '../../../lib/index.js'
import type { Mirror } from '../../../lib/mirror/core/Mirror.js'
import { MirrorError } from '../../../lib/mirror/core/MirrorError.js'
import { SchemaRefused } from '../../../lib/mirror/core/SchemaRefused.js'
import { memoryPermits, runGracefully, StopTimeout } from '../../../lib/node.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createMirror } from '../../../lib/sqlite.js'
import { every, minute, start, town, valueOf, working } from './town.js'

const hour = 60 * minute

describe('createFleet', () => {
  it('reads each user once an interval, spread over it, and writes what has changed', () => {
    const { clock, sandbox, fleetOf, ids, uuidOf, asked, rows } = town({ profile: documentedProfile, users: 40 })
    const fleet = fleetOf()
    const { of: reported } = working(fleet.work())
    expect(valueOf(fleet.add(ids))).toBe(40)
    clock.advance(every)
    const early = reported('RoundEnded')
    const first = early.filter(({ user }, index) => early.findIndex((other) => other.user === user) === index)
    expect(first).toHaveLength(40)
    expect(first.every(({ lag, lane }) => lag < 1 && lane === 'scheduled')).toBe(true)
    expect(first.reduce((sum, { changed }) => sum + changed, 0)).toBe(rows())
    for (const third of [0, 1, 2])
      expect(
        first.filter(({ time }) => Math.floor(((time.getTime() - start) * 3) / every) === third).length,
      ).toBeGreaterThan(4)
    const waits = first.map(({ wait }) => wait / every)
    expect([Math.min(...waits) >= 0.9, Math.max(...waits) <= 1.1, new Set(waits).size]).toEqual([true, true, 40])
    const before = rows()
    sandbox.insertTransactions(uuidOf(ids[3] ?? ''), 2)
    clock.advance(1.1 * every)
    const second = reported('RoundEnded').slice(early.length)
    expect(second.filter(({ changed }) => changed > 0)).toMatchObject([{ user: ids[3], changed: 2, removed: 0 }])
    expect([asked('authenticate').length, rows() - before]).toEqual([40, 2])
  })

  it('gives each subscription a worker of its own, with another name or the given one', () => {
    const { fleetOf } = town({ profile: documentedProfile, users: 1 })
    const fleet = fleetOf()
    const work$ = fleet.work()
    working(work$)
    working(work$)
    working(fleet.work(NEVER, 'a given name'))
    const { workers } = valueOf(fleet.status())
    expect([new Set(workers).size, workers.includes('a given name')]).toEqual([3, true])
  })

  it('removes the rows of a removed item in the round after', () => {
    const { clock, sandbox, database, engine, ids } = town({ profile: bridge2021, transactions: 40, users: 2 })
    const { credentials, http } = sandbox
    const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http, clock, profile: bridge2021 })
    const fleet = createFleet({ client, mirror: createMirror({ database, clock }), engine, clock, random: () => 0.5 })
    const { of: reported } = working(fleet.work())
    const [id = '', other = ''] = ids
    valueOf(fleet.add(ids))
    clock.advance(2 * every)
    const user = client.user({ externalUserId: id })
    const [item = 0] = sandbox.users.find(({ externalUserId }) => externalUserId === id)?.itemIds ?? []
    user.items.delete(item).subscribe()
    clock.advance(1.1 * every)
    const present = (name: string) =>
      database.prepare('SELECT id FROM rxbank_transactions WHERE user_id = ? AND removed_at IS NULL').all(name).length
    const left: Array<unknown> = []
    user.transactions.all({ limit: 500 }).subscribe((row) => left.push(row))
    expect([left.length < 40, present(id), present(other)]).toEqual([true, left.length, 40])
    expect(reported('RoundEnded').some(({ user: name, removed }) => name === id && removed > 40 - left.length)).toBe(
      true,
    )
  })

  it('never has two rounds of a user at once, also where they are slow and hurried', () => {
    const { clock, fleetOf, ids, mirror } = town()
    const running = new Map<string, number>()
    let most = 0
    let begun = 0
    const slow = (id: string) =>
      defer(() => {
        begun++
        running.set(id, (running.get(id) ?? 0) + 1)
        most = Math.max(most, ...running.values())
        return timer(20 * minute, clock.scheduler)
      }).pipe(
        tap(() => running.set(id, (running.get(id) ?? 0) - 1)),
        ignoreElements(),
      )
    const slowMirror: Pick<Mirror, 'sync' | 'erase' | 'migrate'> = { ...mirror, sync: (_, { id }) => slow(id) }
    const slowly = { mirror: slowMirror, timeout: hour }
    const fleets = [fleetOf(slowly), fleetOf(slowly)]
    for (const fleet of fleets) working(fleet.work())
    expect(fleets.map((fleet) => valueOf(fleet.add(ids)))).toEqual([8, 0])
    for (let round = 0; round < 40; round++) {
      clock.advance(7 * minute)
      for (const id of ids) valueOf(fleets[round % 2]?.runNow({ id }) ?? NEVER)
    }
    expect(begun).toBeGreaterThan(8 * 7)
    expect(most).toBe(1)
  })

  it('asks a hurried user at once, and again a second after a round that runs', () => {
    const { clock, sandbox, fleetOf, ids, uuidOf } = town()
    const fleet = fleetOf()
    const { of: reported } = working(fleet.work())
    const [id = ''] = ids
    valueOf(fleet.add(ids))
    clock.advance(every)
    const before = reported('RoundEnded').length
    sandbox.insertTransactions(uuidOf(id), 1)
    expect(valueOf(fleet.runNow({ id }))).toBe(true)
    expect(reported('RoundEnded').slice(before)).toMatchObject([{ user: id, lane: 'immediate', lag: 0, changed: 1 }])
    clock.advance(1000)
    sandbox.faults.add({ kind: 'latency', ms: 400, side: 'response' })
    valueOf(fleet.runNow({ id }))
    clock.advance(200)
    sandbox.insertTransactions(uuidOf(id), 1)
    valueOf(fleet.runNow({ id }))
    clock.advance(1199)
    expect(reported('RoundEnded').filter(({ user, lane }) => user === id && lane === 'immediate')).toHaveLength(2)
    clock.advance(1)
    expect(reported('RoundEnded').filter(({ user, lane }) => user === id && lane === 'immediate')).toHaveLength(3)
    expect(reported('RoundEnded').at(-1)).toMatchObject({ user: id, lane: 'immediate', lag: 0, changed: 1 })
  })

  it('has at most one round a second of a user in a burst of webhooks, and reads what the last one announces', () => {
    const { clock, sandbox, fleetOf, uuidOf, rows } = town({ profile: documentedProfile, users: 1, transactions: 3 })
    const fleet = fleetOf({ maxInterval: hour })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add('A6J'))
    clock.advance(every)
    const before = reported('RoundEnded').length
    const content = { user_uuid: uuidOf('A6J') }
    for (let sent = 0; sent < 50; sent++) {
      clock.advance(60)
      sandbox.insertTransactions(content.user_uuid, 1)
      expect(valueOf(fleet.runOnWebhook({ _tag: 'AccountUpdated', content }))).toBe(true)
    }
    clock.advance(1000)
    expect(rows()).toBe(53)
    clock.advance(5 * minute)
    const times = reported('RoundEnded')
      .slice(before)
      .map(({ time }) => time.getTime())
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([1000, 1000, 1000])
  })

  it('reads what a webhook announces during the first round of its user', () => {
    const { clock, sandbox, fleetOf, uuidOf, rows } = town({ profile: documentedProfile, users: 1, transactions: 3 })
    const fleet = fleetOf({ every: 24 * hour })
    const { of: reported } = working(fleet.work())
    const event = { _tag: 'ItemRefreshed', content: { item_id: 1, user_uuid: uuidOf('A6J') } } as const
    sandbox.faults.add({ kind: 'latency', ms: 3000, side: 'response', on: 'transactionsUpdated' })
    expect(valueOf(fleet.runOnWebhook(event))).toBe(false)
    valueOf(fleet.add('A6J'))
    clock.advance(2000)
    sandbox.insertTransactions(event.content.user_uuid, 1)
    expect([valueOf(fleet.runOnWebhook(event)), reported('RoundEnded')]).toEqual([false, []])
    clock.advance(4000)
    expect([reported('RoundEnded').map(({ lane }) => lane), rows()]).toEqual([['scheduled', 'immediate'], 4])
    clock.advance(hour)
    expect(reported('RoundEnded')).toHaveLength(2)
  })

  it('says of a round that somebody waits for it, and what is read', () => {
    const { clock, fleetOf, mirror } = town()
    const asked: Array<unknown> = []
    const sync: Mirror['sync'] = (_, config) => {
      asked.push(config)
      return EMPTY
    }
    const fleet = fleetOf({ mirror: { ...mirror, sync } })
    working(fleet.work())
    valueOf(fleet.add('A6J'))
    clock.advance(every / 2)
    valueOf(fleet.runNow({ id: 'A6J' }))
    expect(asked.slice(0, 2)).toEqual([
      { id: 'A6J', priority: 'background', runNow$: expect.any(Observable), feeds: ['transactions'] },
      { id: 'A6J', priority: 'interactive', runNow$: expect.any(Observable), feeds: ['transactions'] },
    ])
  })

  it('lets the round of a hurried user go first that waits for the limit of the application', () => {
    const { clock, fleetOf, connect, mirror, ids, asked, uuidOf } = town({ profile: documentedProfile, users: 30 })
    const client = connect({ limits: { application: { requests: 10, per: minute } } })
    const running = new Set<string>()
    const sync: Mirror['sync'] = (user, config) =>
      defer(() => {
        running.add(config.id)
        return mirror.sync(user, config)
      }).pipe(finalize(() => running.delete(config.id)))
    const fleet = fleetOf({ client, mirror: { ...mirror, sync }, every: minute })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(20 * minute)
    expect(running.size).toBeGreaterThan(10)
    const last = Array.from(running).at(-1) ?? ''
    const [before, ended] = [asked('transactionsUpdated').length, reported('RoundEnded').length]
    valueOf(fleet.runNow({ id: last }))
    clock.advance(minute)
    expect(asked('transactionsUpdated')[before]).toMatchObject({ userUuid: uuidOf(last) })
    const lanes = reported('RoundEnded')
      .slice(ended)
      .filter(({ user }) => user === last)
      .map(({ lane }) => lane)
    expect(lanes.slice(0, 2)).toEqual(['scheduled', 'immediate'])
  })

  it('asks idle users less often, down to maxInterval, and as often as before with news', () => {
    const { clock, sandbox, fleetOf, uuidOf, ids } = town({ profile: documentedProfile, users: 1 })
    const [id = ''] = ids
    const fleet = fleetOf({ maxInterval: hour, random: () => 0.5 })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(id))
    clock.advance(6 * hour)
    const waits = () => reported('RoundEnded').map(({ wait }) => wait / minute)
    expect(waits()).toEqual([15, 30, 60, 60, 60, 60, 60, 60])
    sandbox.insertTransactions(uuidOf(id), 1)
    clock.advance(2 * hour)
    expect(waits().slice(8)).toEqual([15, 30, 60])
    valueOf(fleet.runNow({ id }))
    expect(waits().at(-1)).toBe(60)
  })

  it('has no shorter interval than nine tenths of the quota allow, by what rounds really take', () => {
    const { clock, fleetOf, ids, asked } = town({ profile: documentedProfile, users: 50 })
    // 50 users take 50 requests a round once they have tokens: 100 in ten minutes are 90, so a round lasts 5.6 minutes.
    const fleet = fleetOf({ every: minute, quota: { requests: 100, per: 10 * minute } })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(2 * hour)
    const sent = asked('transactionsUpdated').length + asked('authenticate').length
    const before = reported('RoundEnded').length
    clock.advance(hour)
    const [rounds, requests] = [
      reported('RoundEnded').length - before,
      asked('transactionsUpdated').length + asked('authenticate').length - sent,
    ]
    expect(requests).toBeGreaterThan(0.7 * 540)
    expect(requests).toBeLessThan(1.05 * 540)
    expect(rounds).toBeGreaterThan(0.6 * 540)
  })

  it.each([0, hour])(
    'spreads first rounds over the interval of the worker, which begins %i ms after they were added',
    (late) => {
      const { clock, fleetOf, ids } = town({ profile: documentedProfile, users: 90, transactions: 0 })
      valueOf(fleetOf().add(ids))
      clock.advance(late)
      const { of: reported } = working(fleetOf({ every: minute }).work())
      const thirds = [0, 1, 2].map(() => {
        const before = new Set(reported('RoundEnded').map(({ user }) => user))
        clock.advance(minute / 3)
        return new Set(reported('RoundEnded').flatMap(({ user }) => (before.has(user) ? [] : [user]))).size
      })
      expect(thirds.every((count) => count > 15)).toBe(true)
      expect(thirds.reduce((sum, count) => sum + count, 0)).toBe(90)
    },
  )

  it('begins soon with a single user, and with another one who comes seconds later', () => {
    const { clock, fleetOf, ids } = town()
    const { of: reported } = working(fleetOf().work())
    for (const [index, id] of ids.entries()) {
      valueOf(fleetOf().add(id))
      clock.advance(2000)
      expect(reported('RoundEnded').map(({ user }) => user)).toEqual(ids.slice(0, index + 1))
    }
  })

  it('spreads first rounds over what the quota allows', () => {
    const { clock, fleetOf, ids, asked } = town({ profile: documentedProfile, users: 50 })
    const fleet = fleetOf({ every: minute, quota: { requests: 100, per: 10 * minute } })
    working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(minute)
    expect(asked('authenticate').length).toBeLessThan(20)
    clock.advance(12 * minute)
    expect(asked('authenticate')).toHaveLength(50)
  })

  it('adds users one by one, by thousands, and those who are there once', () => {
    const { engine, fleetOf } = town()
    const sizes: Array<number> = []
    const counting: Engine = {
      ...engine,
      add: (users) => {
        sizes.push(users.length)
        return engine.add(users)
      },
    }
    const fleet = fleetOf({ engine: counting })
    const ids = Array.from({ length: 2500 }, (_, index) => `user ${String(index)}`)
    expect([valueOf(fleet.add(from(ids))), valueOf(fleet.add(ids)), valueOf(fleet.add('A6J'))]).toEqual([2500, 0, 1])
    expect(sizes).toEqual([1000, 1000, 500, 1000, 1000, 500, 1])
    expect(valueOf(fleet.status())).toMatchObject({ users: 2501, suspendedUsers: 0 })
    const errors: Array<unknown> = []
    for (const wrong of [[''], ['a', 'b\0'], [7 as never]])
      fleet.add(wrong).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toMatchObject([{ _tag: 'ConfigError' }, { _tag: 'ConfigError' }, { _tag: 'ConfigError' }])
    expect(valueOf(fleet.status()).users).toBe(2501)
  })

  it('knows by which id webhooks name a user once a round has been', () => {
    const { clock, fleetOf, ids, uuidOf, asked } = town()
    const fleet = fleetOf()
    const { of: reported } = working(fleet.work())
    const [id = ''] = ids
    const content = { item_id: 1, user_uuid: uuidOf(id).toUpperCase() }
    valueOf(fleet.add(ids))
    expect(valueOf(fleet.runOnWebhook({ content }))).toBe(false)
    clock.advance(every)
    const before = reported('RoundEnded').length
    expect(valueOf(fleet.runOnWebhook({ content }))).toBe(true)
    expect(reported('RoundEnded').slice(before)).toMatchObject([{ user: id, lane: 'immediate' }])
    for (const event of [{}, { content: null }, { content: { user_uuid: 7 } }, { content: { user_uuid: 'x' } }])
      expect(valueOf(fleet.runOnWebhook(event))).toBe(false)
    expect([asked('authenticate').length, reported('RoundEnded').length - before]).toEqual([8, 1])
  })

  it('refuses what names nobody, with the path of what is wrong', () => {
    const { fleetOf } = town()
    const fleet = fleetOf()
    const wrongAt = (answer: Observable<unknown>) => {
      const { ended } = working(answer as never)
      return ended.map((error) => (error instanceof ConfigError ? error.issues.map(({ path }) => path) : error))
    }
    for (const wrong of [undefined, null, 3, {}, { id: '' }, { id: 'a\0' }, { id: 7 }, { id: null }])
      expect(wrongAt(fleet.runNow(wrong as never))).toEqual([['/id']])
    for (const wrong of ['x', 7, null]) expect(wrongAt(fleet.runNow({ uuid: wrong as never }))).toEqual([['/uuid']])
    for (const wrong of [undefined, '', 7])
      for (const call of [fleet.retry, fleet.remove]) expect(wrongAt(call(wrong as never))).toEqual([['/id']])
    expect(wrongAt(fleet.add(['']))).toEqual([['/ids']])
    for (const event of [undefined, null, 3, 'x']) expect(valueOf(fleet.runOnWebhook(event as never))).toBe(false)
    expect(valueOf(fleet.runNow({ id: 'nobody' }))).toBe(false)
  })

  it('removes a user: rounds, rows, and what else is kept', () => {
    const { clock, fleetOf, ids, asked, rows, database } = town({ profile: documentedProfile, users: 2 })
    const forgotten: Array<string> = []
    const fleet = fleetOf({ eraseUser: (id) => of(forgotten.push(id)) })
    working(fleet.work())
    const [id = '', other = ''] = ids
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect([valueOf(fleet.remove(id)), valueOf(fleet.remove(id))]).toEqual([true, false])
    expect([forgotten, rows(id), rows(other) > 0]).toEqual([[id, id], 0, true])
    const before = asked('transactionsUpdated').length
    clock.advance(5 * every)
    expect(asked('transactionsUpdated').length - before).toBeLessThan(7)
    expect(database.prepare('SELECT id FROM rxbank_users').all()).toMatchObject([{ id: other }])
  })

  it.each(['transactionsUpdated', 'authenticate'] as const)(
    'removes a user whose round is under way, at %s',
    (route) => {
      const { clock, sandbox, fleetOf, ids, rows, database } = town({ profile: documentedProfile, users: 1 })
      const fleet = fleetOf()
      const { of: reported } = working(fleet.work())
      const [id = ''] = ids
      valueOf(fleet.add(id))
      sandbox.faults.add({ kind: 'latency', ms: 1000, side: 'response', on: route })
      valueOf(fleet.runNow({ id }))
      clock.advance(500)
      valueOf(fleet.remove(id))
      clock.advance(hour)
      expect([rows(), database.prepare('SELECT id FROM rxbank_users').all()]).toEqual([0, []])
      expect(reported('RoundSuperseded')).toMatchObject([{ user: id }])
    },
  )

  it('erases once more where a round was taken before its user was removed, and claimed them after it', () => {
    const { clock, fleetOf, ids, mirror, rows, database } = town({ profile: documentedProfile, users: 1 })
    const late: Mirror['sync'] = (user, config) =>
      timer(1000, clock.scheduler).pipe(mergeMap(() => mirror.sync(user, config)))
    const fleet = fleetOf({ mirror: { ...mirror, sync: late } })
    const { of: reported } = working(fleet.work())
    const [id = ''] = ids
    valueOf(fleet.add(id))
    valueOf(fleet.runNow({ id }))
    valueOf(fleet.remove(id))
    clock.advance(hour)
    expect([reported('RoundSuperseded').length, rows()]).toEqual([1, 0])
    expect(database.prepare('SELECT id FROM rxbank_users').all()).toEqual([])
  })

  it('stops in good order: what runs ends, nothing more begins', () => {
    const { clock, sandbox, fleetOf, ids } = town()
    const fleet = fleetOf()
    const stop$ = new Subject<void>()
    sandbox.faults.add({ kind: 'latency', ms: 3000, side: 'response', times: Infinity, on: 'transactionsUpdated' })
    const { of: reported, ended } = working(runGracefully([fleet.work], { stop$, clock }))
    valueOf(fleet.add(ids))
    for (const id of ids.slice(0, 3)) valueOf(fleet.runNow({ id }))
    clock.advance(1000)
    stop$.next()
    expect(ended).toEqual([])
    clock.advance(2000)
    expect([reported('RoundEnded').length, ended]).toEqual([3, ['completed']])
    expect(valueOf(fleet.status())).toMatchObject({ heldRounds: 0, workers: [] })
    clock.advance(hour)
    expect(sandbox.journal.entries().filter(({ status }) => status === 'pending')).toEqual([])
    expect(reported('RoundEnded')).toHaveLength(3)
  })

  it('gives back what has not ended in time', () => {
    const { clock, sandbox, fleetOf, ids, rows } = town()
    const stop$ = new Subject<void>()
    sandbox.faults.add({ kind: 'silence', times: 2, on: 'transactionsUpdated' })
    const fleet = fleetOf()
    const { ended } = working(runGracefully([fleet.work], { stop$, clock, gracePeriod: 5000 }))
    valueOf(fleet.add(ids))
    for (const id of ids.slice(0, 3)) valueOf(fleet.runNow({ id }))
    stop$.next()
    clock.advance(5000)
    expect(ended).toEqual([new StopTimeout({ gracePeriod: 5000, unfinished: 1 })])
    expect(valueOf(fleet.status())).toMatchObject({ heldRounds: 0, dueRounds: 2, workers: [] })
    working(fleetOf().work())
    expect([rows(ids[0]) > 0, rows(ids[1]) > 0]).toEqual([true, true])
  })

  it('takes a client of any profile, and lets it name users otherwise', () => {
    const { clock, sandbox, mirror, engine, ids, uuidOf } = town({ profile: bridge2021 })
    const { credentials, http } = sandbox
    const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http, clock, profile: bridge2021 })
    const identity = (name: string) => ({ userUuid: uuidOf(name.replace('x-', '')) })
    const random = () => 0.5
    const fleet = createFleet({ client, mirror, engine, clock, random, identity, feeds: ['transactions'] })
    const { of: reported } = working(fleet.work())
    valueOf(fleet.add(ids.map((id) => `x-${id}`)))
    clock.advance(every)
    expect(new Set(reported('RoundEnded').map(({ user }) => user)).size).toBe(8)
  })

  it('brings the tables of both up to date', () => {
    const { engine, fleetOf } = town()
    const steps: Array<unknown> = []
    const migrating: Engine = { ...engine, migrate: () => of({ number: 7 }) }
    fleetOf({ engine: migrating })
      .migrate()
      .subscribe((step) => steps.push(step))
    expect([steps[0], steps.at(-1)]).toEqual([{ number: 1 }, { number: 7 }])
  })

  it('names all options that are wrong in one error', () => {
    const { mirror, fleetOf, connect } = town()
    const wrong = {
      client: {},
      mirror,
      engine: {},
      every: 0,
      feeds: ['users'],
      quota: { requests: 0, per: 1 },
      concurrency: { scheduled: 0 },
      timeout: 0,
      evry: 1,
    }
    for (const name of ['client', 'engine', 'every', 'feeds', 'quota', 'concurrency', 'timeout', 'evry'])
      expect(() => createFleet(wrong as never)).toThrow(name)
    const user = connect().user
    const both = () => fleetOf({ client: { user }, quota: { requests: 1, per: 1 }, maxInterval: 1 })
    for (const name of ['maxInterval', 'client']) expect(both).toThrow(name)
  })

  it('errors where the tables are not those of this version, and gives back what it holds', () => {
    const { fleetOf, mirror, ids, clock } = town()
    const refused = new SchemaRefused({ found: 9, known: 1 })
    const fleet = fleetOf({ mirror: { ...mirror, sync: () => throwError(() => refused) } })
    const { ended } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(ended).toEqual([refused])
    expect(valueOf(fleet.status())).toMatchObject({ heldRounds: 0, workers: [] })
  })

  const failing = (error: Error) => {
    const fail = () => throwError(() => error)
    const silent = () => EMPTY
    return {
      permits: sharedPermits({ limit: { requests: 9, per: minute }, lease: fail, release: silent, coolDown: silent }),
      tokens: { take: fail, save: silent, forget: silent },
    }
  }
  const newer = new SchemaRefused({ found: 2, known: 1 })
  const outdated = new SchemaRefused({ found: 0, known: 1 })

  it.each([
    ['permits that are newer', { permits: failing(newer).permits }, 'newer', 'permits'],
    ['permits that are missing', { permits: failing(outdated).permits }, 'outdated', 'permits'],
    ['tokens that are newer', { tokenStore: failing(newer).tokens }, 'newer', 'tokens'],
    ['tokens that are missing', { tokenStore: failing(outdated).tokens }, 'outdated', 'tokens'],
  ])('errors where the client has tables of %s, and gives back what it holds', (_, shared, reason, tables) => {
    const { fleetOf, connect, ids, clock } = town()
    const fleet = fleetOf({ client: connect(shared) })
    const { ended } = working(fleet.work())
    valueOf(fleet.add(ids))
    clock.advance(every)
    expect(ended).toMatchObject([{ _tag: 'FleetError', reason, tables }])
    expect(valueOf(fleet.status())).toMatchObject({ heldRounds: 0, workers: [] })
  })

  it.each(['denied', 'unavailable', 'full'] as const)(
    'goes on where the permits are %s, as where the mirror is',
    (reason) => {
      const { fleetOf, connect, ids, clock } = town()
      const permits = memoryPermits({ requests: 900, per: minute, clock })
      let isRefused = true
      const lease: PermitSource['lease'] = (asked) =>
        isRefused ? throwError(() => new MirrorError({ reason })) : permits.lease(asked)
      const client = connect({ permits: sharedPermits({ ...permits, lease }) })
      const failures: Array<unknown> = []
      client.events$.subscribe((event) => {
        if (event._tag === 'PermitsFailed') failures.push(event.reason)
      })
      const fleet = fleetOf({ client })
      const { ended, of: reported } = working(fleet.work())
      valueOf(fleet.add(ids))
      clock.advance(every)
      expect([ended, reported('RoundEnded'), new Set(failures)]).toEqual([[], [], new Set([reason])])
      isRefused = false
      clock.advance(every)
      expect([ended, new Set(reported('RoundEnded').map(({ user }) => user)).size]).toEqual([[], ids.length])
    },
  )
})
