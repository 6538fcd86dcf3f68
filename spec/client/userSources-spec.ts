import { NEVER, of, Subject } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { ConfigError } from '../../lib/base/error/ConfigError.js'
import { decodeClientConfig } from '../../lib/client/config/decodeClientConfig.js'
import { userSources } from '../../lib/client/userSources.js'
import { wireHeaders } from '../../lib/http/HttpRequest.js'
import type { CreateAuthorize } from '../../lib/http/policies/authorize.js'
import type { UserIdentity } from '../../lib/service/api/userRequests.js'
import { type AccessToken, accessToken } from '../../lib/service/model/AccessToken.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { connectionOver } from '../helpers/connection.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { token } from '../helpers/responses.js'
import { granting, hour, minute, nameOf } from '../helpers/tokens.js'

const user: UserIdentity = { externalUserId: 'A6J' }

const setUp = (paths = documentedProfile.paths) => {
  const clock = createVirtualClock()
  const { http, calls } = granting(clock, 0, hour)
  const profile = { ...documentedProfile, paths }
  const config = decodeClientConfig({
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 'secret',
    http,
    clock,
    profile,
  })
  const connected: Array<CreateAuthorize | undefined> = []
  const sourceOf = userSources(config, (principal, authorize) => {
    connected.push(authorize)
    return connectionOver(http, { clock, principal })
  })
  return { clock, calls, connected, sourceOf }
}

const tokenOf = (name: string): AccessToken => {
  const decoded = accessToken.decode(JSON.parse(token(name, hour).body))
  if (decoded._tag === 'Left') throw new Error('no token')
  return decoded.right
}

describe('userSources', () => {
  it('does nothing for one who only names a user', () => {
    const { calls, connected, sourceOf } = setUp()
    const { token$ } = sourceOf(user)
    expect([calls, connected.filter(Boolean)]).toEqual([[], []])
    token$.subscribe()
    expect(calls.length).toBe(1)
  })

  it('shares connection and tokens among all who name the same user', () => {
    const { calls, sourceOf } = setUp()
    const [one, other] = [sourceOf(user), sourceOf({ ...user })]
    const seen: Array<AccessToken> = []
    one.token$.subscribe((issued) => seen.push(issued))
    other.token$.subscribe((issued) => seen.push(issued))
    expect(one.connection()).toBe(other.connection())
    expect([calls.length, seen.length, seen[0] === seen[1]]).toEqual([1, 2, true])
    other.invalidate()
    expect([calls.length, seen.length, seen[2] === seen[3]]).toEqual([2, 4, true])
  })

  it('finds the session of now, though that of then was let go', () => {
    const { calls, clock, sourceOf } = setUp()
    const { connection, token$ } = sourceOf(user)
    const then = connection()
    token$.subscribe().unsubscribe()
    clock.advance(2 * hour)
    for (let n = 0; n < 64; n++) sourceOf({ externalUserId: String(n) }).connection()
    expect(connection()).not.toBe(then)
    token$.subscribe()
    sourceOf(user).token$.subscribe()
    expect(calls.length).toBe(2)
  })

  it('throws for what is no identity before anything else happens', () => {
    const { connected, sourceOf } = setUp()
    expect(() => sourceOf({ externalUserId: '' })).toThrow(ConfigError)
    expect(connected).toEqual([])
  })

  it('if the profile has no way to authenticate, the streams say so', () => {
    const { calls, sourceOf } = setUp({ ...documentedProfile.paths, authenticate: null })
    const errors: Array<unknown> = []
    sourceOf(user).token$.subscribe({ error: (error: unknown) => errors.push(error) })
    expect([calls, errors]).toMatchObject([[], [{ _tag: 'UnspecifiedOperation', key: 'paths.authenticate' }]])
  })

  it('takes the tokens that somebody else keeps, as long as they live', () => {
    const { clock, calls, connected, sourceOf } = setUp()
    const supplied = new Subject<AccessToken>()
    const source = sourceOf({ token$: supplied })
    const taken: Array<string> = []
    const streamed: Array<string> = []
    source.token$.subscribe((issued) => streamed.push(nameOf(issued)))
    const policy = connected.at(-1)?.(
      clock,
      () => 0.5,
      () => undefined,
    )
    const authorized = policy?.((request) => {
      taken.push(wireHeaders(request).Authorization ?? '')
      return NEVER
    })
    authorized?.(httpRequest({ access: 'user', timeout: minute })).subscribe()
    supplied.next(tokenOf('S1'))
    source.invalidate()
    supplied.next({ ...tokenOf('dead'), expires_at: new Date(0) })
    expect([taken, streamed, calls]).toEqual([['Bearer S1'], ['S1'], []])
  })

  it('takes each supply of tokens for another user: pages of one are not followed for the other', () => {
    const { sourceOf } = setUp()
    const token$ = of(tokenOf('S1'))
    const [one, other] = [sourceOf({ token$ }), sourceOf({ token$: NEVER })]
    expect(one.connection()).toBe(one.connection())
    expect(one.connection().principal).not.toBe(other.connection().principal)
    expect([one.connection().isNamed, sourceOf(user).connection().isNamed]).toEqual([false, true])
  })
})
