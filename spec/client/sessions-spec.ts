import { setImmediate } from 'node:timers/promises'
import { of } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { decodeClientConfig } from '../../lib/client/config/decodeClientConfig.js'
import { sessions } from '../../lib/client/sessions.js'
import type { Http } from '../../lib/http/Http.js'
import { collectGarbage } from '../helpers/collectGarbage.js'
import { connectionOver } from '../helpers/connection.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { json } from '../helpers/responses.js'
import { granting, hour, minute } from '../helpers/tokens.js'

const userUuid = 'C2A26C9E-dc23-4f67-b887-bbae0f26c415'

const setUp = () => {
  const clock = createVirtualClock()
  const { http, calls } = granting(clock, 0, hour)
  const config = decodeClientConfig({
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

  it('lets go of those that nobody uses and whose token is dead', () => {
    const { clock, open } = setUp()
    const dead = open({ externalUserId: 'dead' })
    dead.tokens.take(minute).subscribe()
    clock.advance(hour)
    const live = open({ externalUserId: 'live' })
    live.tokens.take(minute).subscribe()
    const watched = open({ externalUserId: 'watched' })
    watched.tokens.token$.subscribe()
    many(open, 0, 63)
    expect(open({ externalUserId: 'live' })).toBe(live)
    expect(open({ externalUserId: 'watched' })).toBe(watched)
    expect(open({ externalUserId: 'dead' })).not.toBe(dead)
  })

  it('looks through them when there are twice as many as were alive, not at each', () => {
    const { open } = setUp()
    const users = Array.from({ length: 64 }, (_, n) => ({ externalUserId: `live ${String(n)}` }))
    for (const user of users) open(user).tokens.token$.subscribe()
    const idle = open({ externalUserId: 'idle' })
    many(open, 0, 63)
    expect(open({ externalUserId: 'idle' })).toBe(idle)
    many(open, 63, 65)
    expect(open({ externalUserId: 'idle' })).not.toBe(idle)
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
})
