import { createHmac } from 'node:crypto'
import { EMPTY, Observable, of, throwError, timer } from 'rxjs'
import { bridge2021 } from '../../../lib/bridge.js'
import { createFleet, type FleetConfig } from '../../../lib/fleet.js'
import { createClient } from '../../../lib/index.js'
import type { Feed } from '../../../lib/mirror/core/Feed.js'
import type { Mirror } from '../../../lib/mirror/core/Mirror.js'
import { createWebhooks, signTestWebhook } from '../../../lib/node.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { createMirror } from '../../../lib/sqlite.js'
import { verifiedEvent } from '../../helpers/verifiedEvent.js'
import { every, town, valueOf, working } from './town.js'

/** A fleet of two users whose rounds have succeeded. */
const fleetWithUsers = (options: Partial<FleetConfig> = {}) => {
  const place = town({ profile: bridge2021, users: 2, transactions: 8 })
  const { clock, database, engine, sandbox } = place
  const client = createClient({
    baseUrl: 'https://bank.example',
    profile: bridge2021,
    ...sandbox.credentials,
    http: sandbox.http,
    clock,
    retry: { count: 0 },
  })
  const mirror = createMirror({ database, clock })
  const config: FleetConfig = { client, mirror, engine, clock, random: () => 0.5, deletedAtService: 'erase' } as never
  const fleet = createFleet({ ...config, ...options })
  const worker = working(fleet.work())
  valueOf(fleet.add(place.ids))
  clock.advance(2 * every)
  const [id = '', other = ''] = place.ids
  const ids = () => {
    const found: Array<string> = []
    fleet.users().subscribe((user) => found.push(user.id))
    return found
  }
  const rowsOf = (name: string, table = 'transactions') =>
    database.prepare(`SELECT id FROM rxbank_${table} WHERE user_id = ?`).all(name).length
  const errorOf = (stream: Observable<unknown>): unknown => {
    let failed: unknown
    stream.subscribe({
      error: (error: unknown) => {
        failed = error
      },
    })
    return failed
  }
  return { ...place, fleet, config, worker, mirror, id, other, ids, rowsOf, errorOf }
}

describe('the option deletedAtService of a fleet', () => {
  it('removes a user whom the service has deleted: from the engine, the mirror, and the program', async () => {
    const forgotten: Array<string> = []
    const eraseUser = (user: string) => {
      forgotten.push(user)
      return EMPTY
    }
    const { fleet, id, other, ids, uuidOf, rowsOf, clock, worker } = fleetWithUsers({ eraseUser })
    const before = rowsOf(other)
    const event = await verifiedEvent('user.deleted', { user_uuid: uuidOf(id) })
    expect(valueOf(fleet.runOnWebhook(event))).toBe(true)
    expect([ids(), rowsOf(id), rowsOf(other), forgotten]).toEqual([[other], 0, before, [id]])
    expect(valueOf(fleet.runOnWebhook(event))).toBe(false)
    const rounds = worker.of('RoundEnded').length
    clock.advance(3 * every)
    expect(
      worker
        .of('RoundEnded')
        .slice(rounds)
        .map(({ user }) => user),
    ).toEqual([other, other, other])
    expect(rowsOf(id)).toBe(0)
  })

  it('runs the user now as for any other event by default, and for other events', async () => {
    const place = fleetWithUsers()
    const { id, uuidOf, ids, clock, worker, rowsOf } = place
    const keeping = createFleet({ ...place.config, deletedAtService: 'keep' })
    for (const [fleet, type] of [
      [keeping, 'user.deleted'],
      [keeping, 'item.deleted'],
      [place.fleet, 'item.refreshed'],
    ] as const) {
      const before = worker.of('RoundEnded').length
      const event = await verifiedEvent(type, { item_id: 1, user_uuid: uuidOf(id) })
      expect(valueOf(fleet.runOnWebhook(event))).toBe(true)
      clock.advance(1000)
      expect(worker.of('RoundEnded').slice(before)).toMatchObject([{ user: id, lane: 'immediate' }])
    }
    expect([ids().length, rowsOf(id) > 0]).toEqual([2, true])
  })

  it('does nothing for an unknown user, and refuses an event whose signature was not verified', async () => {
    const { fleet, errorOf, ids, id, uuidOf } = fleetWithUsers()
    const unknown = await verifiedEvent('user.deleted', { user_uuid: '11111111-1111-4111-8111-111111111111' })
    expect(valueOf(fleet.runOnWebhook(unknown))).toBe(false)
    expect(valueOf(fleet.runOnWebhook({ _tag: 'UserDeleted', content: { user_uuid: 'all' } }))).toBe(false)
    const forged = { _tag: 'UserDeleted', content: { user_uuid: uuidOf(id) } }
    expect(errorOf(fleet.runOnWebhook(forged))).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/event' }] })
    expect(ids()).toHaveLength(2)
  })

  it('erases the rows of an item, and runs its user now', async () => {
    const { fleet, id, other, sandbox, uuidOf, rowsOf, worker, clock, ids } = fleetWithUsers()
    const [item = 0, ...left] = sandbox.users.find(({ externalUserId }) => externalUserId === id)?.itemIds ?? []
    const before = [rowsOf(id, 'items'), rowsOf(other, 'items')]
    const rounds = worker.of('RoundEnded').length
    const event = await verifiedEvent('item.deleted', { item_id: item, user_uuid: uuidOf(id) })
    expect(valueOf(fleet.runOnWebhook(event))).toBe(true)
    expect([rowsOf(id, 'items'), rowsOf(other, 'items')]).toEqual([left.length, before[1]])
    clock.advance(1000)
    expect(worker.of('RoundEnded').slice(rounds)).toMatchObject([{ user: id, lane: 'immediate' }])
    expect([rowsOf(id, 'items'), ids().length]).toEqual([left.length, 2])
    expect(valueOf(fleet.runOnWebhook(event))).toBe(false)
  })

  it('does again what has failed, when the service sends the event again', async () => {
    let failures = 1
    const calls: Array<string> = []
    const eraseUser = (user: string) => {
      calls.push(user)
      return failures-- > 0 ? throwError(() => new Error('unavailable')) : EMPTY
    }
    const { fleet, id, other, uuidOf, ids, rowsOf } = fleetWithUsers({ eraseUser })
    const { handler } = createWebhooks({ secrets: ['5ecret'], storeEvent: fleet.runOnWebhook })
    const event = { type: 'user.deleted', content: { user_uuid: uuidOf(id) } }
    const { body, headers } = signTestWebhook({ secret: '5ecret', event })
    const send = async () =>
      (await handler(new Request('https://app.example', { method: 'POST', headers, body }))).status
    const { request: forged } = signTestWebhook({ secret: 'f0rged', event })
    expect([(await handler(forged)).status, calls, ids().length]).toEqual([401, [], 2])
    expect([await send(), rowsOf(id) > 0]).toEqual([503, true])
    expect([await send(), rowsOf(id), ids()]).toEqual([200, 0, [other]])
    expect([await send(), calls]).toEqual([200, [id, id]])
  })

  /** Deletes a user at the service, and creates another one under the same id if `again`; the fleet's client knows nothing of it. */
  const deletedUser = (options: Partial<FleetConfig> = {}, again = true) => {
    const forgotten: Array<string> = []
    const eraseUser = (user: string) => of(forgotten.push(user))
    const place = fleetWithUsers({ eraseUser, ...options })
    const { sandbox, clock, id, uuidOf } = place
    const { users } = createClient({
      baseUrl: 'https://bank.example',
      profile: bridge2021,
      ...sandbox.credentials,
      http: sandbox.http,
      clock,
    })
    const uuid = uuidOf(id)
    users.delete(uuid).subscribe()
    if (again) valueOf(users.create({ externalUserId: id }))
    return { ...place, forgotten, uuid, nextUuid: again ? uuidOf(id) : '' }
  }

  it('keeps a user who was created again under the same id, of whom no round has been', async () => {
    const { fleet, mirror, forgotten, uuid, nextUuid, id, ids, other, rowsOf, clock, worker } = deletedUser()
    expect([nextUuid === uuid, rowsOf(id) > 0]).toEqual([false, true])
    const event = await verifiedEvent('user.deleted', { user_uuid: uuid })
    const rounds = worker.of('RoundEnded').length
    expect(valueOf(fleet.runOnWebhook(event))).toBe(true)
    expect([ids(), rowsOf(id), forgotten]).toEqual([[other, id], 0, []])
    clock.advance(1000)
    expect(worker.of('RoundEnded').slice(rounds)).toMatchObject([{ user: id, lane: 'immediate' }])
    expect(valueOf(mirror.users({ uuid: nextUuid }))).toMatchObject({ id })
    expect(worker.of('UserReplaced')).toEqual([])
    expect(valueOf(fleet.runOnWebhook(event))).toBe(false)
    expect(ids()).toEqual([other, id])
  })

  it('removes a user whom the service no longer authenticates, though a token of the user is still known', async () => {
    const { fleet, forgotten, uuid, id, ids, other, rowsOf } = deletedUser({}, false)
    const event = await verifiedEvent('user.deleted', { user_uuid: uuid.toUpperCase() })
    expect(valueOf(fleet.runOnWebhook(event))).toBe(true)
    expect([ids(), rowsOf(id), forgotten]).toEqual([[other], 0, [id]])
  })

  it('removes nobody before it is known whose the id is: the service sends the event again', async () => {
    const { fleet, forgotten, uuid, ids, id, other, rowsOf, sandbox, clock } = deletedUser({}, false)
    const { handler } = createWebhooks({ secrets: ['5ecret'], storeEvent: fleet.runOnWebhook, clock })
    const event = { type: 'user.deleted', content: { user_uuid: uuid }, timestamp: new Date(clock.wall()) }
    const { body, headers } = signTestWebhook({ secret: '5ecret', event })
    const send = async () => {
      const answer = handler(new Request('https://app.example', { method: 'POST', headers, body }))
      for (let turns = 0; turns < 20; turns++) await new Promise((done) => setImmediate(done))
      clock.advance(10_000)
      return (await answer).status
    }
    sandbox.faults.add({ kind: 'status', status: 503, on: 'authenticate', times: Infinity })
    expect([await send(), ids(), rowsOf(id) > 0, forgotten]).toEqual([503, [other, id], true, []])
    sandbox.faults.clear()
    clock.advance(every)
    expect([await send(), ids(), rowsOf(id), forgotten]).toEqual([200, [other], 0, [id]])
  })

  it.each([
    ['half an emoji', '"\\ud83d"'],
    ['NUL', '"766b2f5d-a942-492c-9ea7-2e5aa88cb67\\u0000"'],
    ['a long text', `"${'a'.repeat(60_000)}"`],
    ['the name of a prototype', '"__proto__"'],
    ['deep lists', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['an own __proto__', '"x","__proto__":{"user_uuid":"766b2f5d-a942-492c-9ea7-2e5aa88cb672"}'],
    ['an id beyond all numbers', '"x","item_id":1e999'],
  ])('refuses a signed deletion with %s, and erases nothing', async (_, uuid) => {
    const { fleet, ids, id, rowsOf } = fleetWithUsers()
    const { handler } = createWebhooks({
      secrets: ['5ecret'],
      storeEvent: fleet.runOnWebhook,
      onError: () => undefined,
    })
    for (const type of ['user.deleted', 'item.deleted']) {
      const body = `{"type":"${type}","timestamp":${String(Date.now())},"content":{"item_id":1,"user_uuid":${uuid}}}`
      const signature = createHmac('sha256', '5ecret').update(body).digest('hex')
      const headers = { 'BridgeApi-Signature': `v1=${signature}`, 'Content-Type': 'application/json' }
      expect((await handler(new Request('https://app.example', { method: 'POST', headers, body }))).status).toBe(400)
    }
    expect([ids().length, rowsOf(id) > 0]).toEqual([2, true])
  })

  it('removes a user once, whatever the number of processes that get the event at the same time', async () => {
    const { config, uuid, id, ids, other, rowsOf, forgotten } = deletedUser({}, false)
    const event = { type: 'user.deleted', content: { user_uuid: uuid } }
    const { body, headers } = signTestWebhook({ secret: '5ecret', event })
    const answers = await Promise.all(
      [1, 2, 3].map(() => {
        const fleet = createFleet({ ...config, eraseUser: (user) => of(forgotten.push(user)) })
        const { handler } = createWebhooks({ secrets: ['5ecret'], storeEvent: fleet.runOnWebhook })
        return handler(new Request('https://app.example', { method: 'POST', headers, body }))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([ids(), rowsOf(id), new Set(forgotten)]).toEqual([[other], 0, new Set([id])])
  })

  it('leaves nothing of a user whose round is running', async () => {
    const place = town({ profile: documentedProfile, users: 1, transactions: 8 })
    const { clock, database } = place
    const plain = createMirror({ database, clock })
    const [id = ''] = place.ids
    const fleetOf = (mirror: Mirror) =>
      place.fleetOf({ mirror, deletedAtService: 'erase', feeds: ['items', 'accounts', 'transactions'] })
    const fleet = fleetOf(plain)
    const worker = working(fleet.work())
    valueOf(fleet.add(id))
    clock.advance(2 * every)
    worker.subscription.unsubscribe()

    // A worker whose round begins to write only after the event.
    const late = fleetOf({
      ...plain,
      sync: (user, config) => {
        const round$ = plain.sync(user, config)
        return new Observable((subscriber) =>
          timer(60_000, clock.scheduler).subscribe(() => subscriber.add(round$.subscribe(subscriber))),
        )
      },
    })
    const slow = working(late.work())
    valueOf(late.runNow({ id }))
    clock.advance(30_000)
    expect(valueOf(late.runOnWebhook(await verifiedEvent('user.deleted', { user_uuid: place.uuidOf(id) })))).toBe(true)
    clock.advance(every)
    expect(slow.reported.map(({ _tag }) => _tag)).toEqual(['RoundSuperseded'])
    for (const table of ['users', 'items', 'transactions', 'checkpoints'])
      expect([table, database.prepare(`SELECT * FROM rxbank_${table}`).all()]).toEqual([table, []])
  })

  it('needs a mirror that erases', () => {
    const { fleetOf, mirror } = town()
    const { erase, migrate, sync } = mirror
    expect(() => fleetOf({ mirror: { erase, migrate, sync }, deletedAtService: 'erase' })).toThrow(
      'a mirror with eraseDeleted and users',
    )
    expect(() => fleetOf({ deletedAtService: 'delete' as never })).toThrow('deletedAtService')
  })

  it.each<[ReadonlyArray<Feed>, boolean]>([
    [['items', 'transactions'], true],
    [['stocks'], true],
    [['items', 'refreshes'], false],
    [['accounts', 'transactions'], false],
  ])('of the feeds %p needs accounts: %p', (feeds, isRefused) => {
    const create = () => town().fleetOf({ deletedAtService: 'erase', feeds })
    if (isRefused) expect(create).toThrow('feeds: expected accounts among the feeds')
    else expect(create).not.toThrow()
    expect(() => town().fleetOf({ feeds })).not.toThrow()
  })
})
