import fc from 'fast-check'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { bridge2018 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { Limits } from '../../../lib/service/profile/rateLimits.js'
import { createLimiter } from '../../../lib/testing/sandbox/sandboxLimiter.js'
import { ask, authenticate, errorType, start, tokenOf, virtualSandbox } from './caller.js'

const minute = 60_000

const play = (limits: Limits, enforceLimits = true) => {
  const clock = createVirtualClock({ start })
  return { clock, sandbox: virtualSandbox({ clock, enforceLimits, profile: { ...documentedProfile, limits } }) }
}

describe('limits of a sandbox', () => {
  it('are not enforced unless it is asked for', () => {
    const { sandbox } = play({ application: { requests: 1, per: minute } }, false)
    for (let count = 0; count < 5; count++) expect(ask(sandbox, '/v2/banks').status).toBe(200)
  })

  it('of the application count all its requests, public ones too, in any span', () => {
    const { clock, sandbox } = play({ application: { requests: 3, per: minute } })
    const status = () => ask(sandbox, '/v2/banks?limit=1').status
    expect(status()).toBe(200)
    clock.advance(minute / 2)
    expect([authenticate(sandbox).status, status(), status()]).toEqual([200, 200, 429])
    clock.advance(minute / 2)
    expect([status(), status()]).toEqual([200, 429])
  })

  it('of a user count those with that user’s token, and are each user’s own', () => {
    const { clock, sandbox } = play({ user: { requests: 2, per: minute } })
    const tokens = ['A6J', sandbox.users[1]?.externalUserId].map((id) => tokenOf(sandbox, { external_user_id: id }))
    const status = (at: number) => ask(sandbox, '/v2/items', { token: tokens[at] ?? '' }).status
    expect([status(0), status(0), status(0), status(1)]).toEqual([200, 200, 429, 200])
    expect(ask(sandbox, '/v2/users').status).toBe(200)
    clock.advance(minute)
    expect(status(0)).toBe(200)
  })

  it('of authentication count those of a user that succeed otherwise', () => {
    const { sandbox } = play({ authenticate: { requests: 1, per: minute } })
    const wrong = authenticate(sandbox, { email: sandbox.users[0]?.email, password: 'another' })
    expect([wrong.status, authenticate(sandbox).status]).toEqual([401, 200])
    const refused = authenticate(sandbox)
    expect([refused.status, errorType(refused)]).toEqual([429, 'too_many_requests'])
    expect(refused.headers).not.toHaveProperty('retry-after')
    expect(authenticate(sandbox, { external_user_id: sandbox.users[1]?.externalUserId }).status).toBe(200)
  })

  it('are told in the API version whose clients read them, and in no other', () => {
    const clock = createVirtualClock({ start: start + 250 })
    const limits = { application: { requests: 9, per: minute }, user: { requests: 2, per: minute } }
    const sandbox = virtualSandbox({ clock, enforceLimits: true, profile: { ...bridge2018, limits } })
    const [{ email = '', password = '' } = {}] = sandbox.users
    const headers = { 'Bankin-Version': '2018-06-15' }
    const query = `client_id=sandbox-client&client_secret=sandbox-secret`
    const signIn = ask(sandbox, `/v2/authenticate?${query}&email=${email}&password=${password}`, {
      method: 'POST',
      headers,
    })
    const { access_token: token } = JSON.parse(signIn.body) as { access_token: string }
    const reported = () => {
      const answer = ask(sandbox, `/v2/items?${query}`, { headers, token })
      return [answer.status, ...['limit', 'remaining', 'reset'].map((name) => answer.headers[`ratelimit-${name}`])]
    }
    expect(signIn.headers['ratelimit-remaining']).toBe('8')
    const reset = '2026-01-15T10:31:01Z'
    expect([reported(), reported(), reported()]).toStrictEqual([
      [200, '2', '1', reset],
      [200, '2', '0', reset],
      [429, '2', '0', reset],
    ])
    sandbox.faults.add({ kind: 'html', times: Infinity })
    expect(reported()).toStrictEqual([200, undefined, undefined, undefined])
    const { sandbox: other } = play(limits)
    expect(Object.keys(ask(other, '/v2/banks').headers).filter((name) => name.includes('ratelimit'))).toStrictEqual([])
  })

  it('do not count what is refused for its credentials', () => {
    const { sandbox } = play({ application: { requests: 1, per: minute } })
    for (let count = 0; count < 3; count++) {
      expect(ask(sandbox, '/v2/banks', { headers: { 'Service-Version': '2021-06-01' } }).status).toBe(401)
    }
    expect(ask(sandbox, '/v2/banks').status).toBe(200)
  })
})

describe('createLimiter', () => {
  it('lets through at most so many in any span, and no fewer', () => {
    const waits = fc.array(fc.nat(40), { maxLength: 80 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 60 }), waits, (requests, per, gaps) => {
        let now = 0
        const { user } = createLimiter({ user: { requests, per } }, () => now)
        const through: Array<number> = []
        for (const gap of gaps) {
          now += gap
          const recent = through.filter((moment) => moment > now - per).length
          const isLet = user(7)
          expect(isLet).toBe(recent < requests)
          if (isLet) through.push(now)
        }
      }),
    )
  })
})
