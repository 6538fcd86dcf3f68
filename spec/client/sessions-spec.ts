import { setImmediate } from 'node:timers/promises'
import { of } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { decodeClientConfig } from '../../lib/client/config/decodeClientConfig.js'
import { createClient } from '../../lib/client/createClient.js'
import { sessions } from '../../lib/client/sessions.js'
import type { Http } from '../../lib/http/Http.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { collectGarbage } from '../helpers/collectGarbage.js'
import { connectionOver } from '../helpers/connection.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { json } from '../helpers/responses.js'
import { granting, hour, minute } from '../helpers/tokens.js'
import { waitUntil } from '../helpers/waitUntil.js'
import { watching } from '../helpers/watching.js'
import { insights } from '../helpers/world.js'

const userUuid = 'C2A26C9E-dc23-4f67-b887-bbae0f26c415'

const setUp = () => {
  const clock = createVirtualClock()
  const { http, calls } = granting(clock, 0, hour)
  const config = decodeClientConfig({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 'secret',
    http,
    clock,
  })
  const service: Http = (request) => (request.access === 'user' ? of(json({})) : http(request))
  const connected: Array<string> = []
  const open = sessions(config, (principal, authorize) => {
    connected.push(principal)
    const authorized = authorize?.(
      clock,
      () => 0.5,
      () => undefined,
    )
    return connectionOver(authorized?.(service) ?? service, { clock, principal })
  })
  return { clock, calls, connected, open }
}

const many = (open: ReturnType<typeof setUp>['open'], from: number, to: number) => {
  for (let n = from; n < to; n++) open({ externalUserId: String(n) })
}

describe('sessions', () => {
  it('asks nobody for anything', () => {
    const { calls, open } = setUp()
    many(open, 0, 100)
    expect(calls).toEqual([])
  })

  it('is one for all who name the same user', () => {
    const { calls, open } = setUp()
    const first = open({ externalUserId: 'A6J' })
    expect(open({ externalUserId: 'A6J' })).toBe(first)
    expect(first.connection).toBe(first.connection)
    expect(open({ userUuid: userUuid.toLowerCase() })).toBe(open({ userUuid }))
    first.tokens.take(minute).subscribe()
    open({ externalUserId: 'A6J' }).tokens.take(minute).subscribe()
    expect(calls.length).toBe(1)
  })

  it('is connected once, for all its authentications and requests', () => {
    const { calls, clock, connected, open } = setUp()
    const { tokens } = open({ externalUserId: 'A6J' })
    for (let n = 0; n < 3; n++) {
      tokens.take(minute).subscribe()
      clock.advance(2 * hour)
    }
    open({ externalUserId: 'A6J' })
      .connection.httpOnce(httpRequest({ access: 'user' }))
      .subscribe()
    expect(calls.length).toBe(4)
    expect(connected).toEqual(['', 'external_user_id=A6J'])
  })

  it('is another for another user, however alike the names', () => {
    const { open } = setUp()
    const users = [
      { externalUserId: 'a' },
      { externalUserId: 'A' },
      { externalUserId: 'email=a' },
      { email: 'a', password: 'b' },
      { email: 'a","b', password: 'c' },
      { email: 'a', password: 'b","c' },
    ]
    expect(new Set(users.map(open)).size).toBe(users.length)
  })

  it('is another for another password, though of the same user: who has the wrong one gets no token of the right one', () => {
    const { open } = setUp()
    const right = open({ email: 'a@b.c', password: 'right' })
    const wrong = open({ email: 'a@b.c', password: 'wrong' })
    expect(wrong).not.toBe(right)
    expect(wrong.connection.principal).toBe(right.connection.principal)
  })

  it('removes a session that nothing has used for ten minutes and whose token is dead', () => {
    const { clock, open } = setUp()
    const dead = open({ externalUserId: 'dead' })
    dead.tokens.take(minute).subscribe()
    clock.advance(hour)
    const recent = open({ externalUserId: 'recent' })
    clock.advance(9 * minute)
    const live = open({ externalUserId: 'live' })
    live.tokens.take(minute).subscribe()
    const watched = open({ externalUserId: 'watched' })
    watched.tokens.token$.subscribe()
    clock.advance(minute - 1)
    expect(open({ externalUserId: 'live' })).toBe(live)
    expect(open({ externalUserId: 'watched' })).toBe(watched)
    expect(open({ externalUserId: 'recent' })).toBe(recent)
    expect(open({ externalUserId: 'dead' })).not.toBe(dead)
  })

  it('serves whoever began with a session that was let go of by the one of the moment', () => {
    const { clock, calls, open } = setUp()
    const sleeping = open({ externalUserId: 'A6J' }).connection
    const asked = () => sleeping.httpOnce(httpRequest({ access: 'user' })).subscribe()
    asked()
    clock.advance(2 * hour)
    many(open, 0, 300)
    const later = open({ externalUserId: 'A6J' })
    later.tokens.take(minute).subscribe()
    asked()
    expect(later.connection).not.toBe(sleeping)
    expect(calls.length).toBe(2)
  })

  it('keeps a session while a failed authentication has to wait for its retry', () => {
    const clock = createVirtualClock()
    const config = decodeClientConfig({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clientSecret: 'secret',
      clock,
    })
    const busy: Http = () => of(json({}, 503, { 'retry-after': '3600' }))
    const open = sessions(config, (principal) => watching(busy, { clock, principal }))
    const waiting = open({ externalUserId: 'A6J' })
    waiting.tokens.take(minute).subscribe({ error: () => undefined })
    clock.advance(30 * minute)
    open({ externalUserId: 'other' })
    expect(open({ externalUserId: 'A6J' })).toBe(waiting)
    clock.advance(hour)
    open({ externalUserId: 'other' })
    expect(open({ externalUserId: 'A6J' })).not.toBe(waiting)
  })

  it('holds nothing of users whose token is dead and whom nobody needs, once it has looked through them', async () => {
    const { clock, open } = setUp()
    const held = Array.from({ length: 1000 }, (_, n) => {
      const session = open({ externalUserId: `dead ${String(n)}` })
      session.tokens.take(minute).subscribe()
      session.tokens.token$.subscribe().unsubscribe()
      return new WeakRef(session)
    })
    clock.advance(2 * hour)
    many(open, 0, 2000)
    const remaining = () => held.filter((session) => session.deref() !== undefined).length
    // One collection may miss what compiled code or the stack still refers to.
    for (let turn = 0; turn < 5 && remaining() > 0; turn++) {
      await setImmediate()
      collectGarbage()
    }
    expect(remaining()).toBe(0)
    expect(clock.pending()).toBe(0)
  })

  it('a client keeps next to nothing of users whose token is dead, but the numbers of their limits', async () => {
    const clock = createVirtualClock()
    const { http: authenticateOnly } = granting(clock, 0, hour)
    const http: Http = (request) => (request.access === 'user' ? of(json('')) : authenticateOnly(request))
    const limits = { user: { requests: 1, per: 24 * hour } }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clientSecret: 's',
      http,
      clock,
      limits,
    })
    const ask = (name: string) => client.user({ externalUserId: name }).send(insights).subscribe()
    const held = async (): Promise<number> => {
      for (let turn = 0; turn < 3; turn++) {
        await setImmediate()
        collectGarbage()
      }
      return process.memoryUsage().heapUsed
    }
    ask('first')
    const before = await held()
    // So many that what else a worker of jest comes to hold in the meantime does not matter.
    const users = 8000
    for (let n = 0; n < users; n++) ask(String(n))
    clock.advance(4 * hour)
    // What jest itself lets go meanwhile may be collected later.
    await waitUntil(async () => ((await held()) - before) / users < 1000)
    const outcomes: Array<string> = []
    const outcomeOf = (name: string) =>
      client
        .user({ externalUserId: name })
        .send(insights)
        .subscribe({
          next: () => outcomes.push('answered'),
          error: ({ _tag }: Error & { _tag: string }) => outcomes.push(_tag),
        })
    outcomeOf('7')
    clock.advance(20 * hour)
    outcomeOf('7')
    expect(outcomes).toEqual(['RequestNotSent', 'answered'])
  }, 60_000)
})
