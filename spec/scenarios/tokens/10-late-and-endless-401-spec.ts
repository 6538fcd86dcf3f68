import { firstValueFrom } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { createClient, createVirtualClock } from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { json } from '../../helpers/responses.js'
import { minute, second, transports } from '../../helpers/tokens.js'
import { createWorld, pulling } from '../../helpers/world.js'

describe('token scenario 10: late and endless 401s', () => {
  it.each([
    { how: 'synchronous', latency: 0 },
    { how: 'as slow as the refresh', latency: 5 },
    { how: 'slower than it', latency: 50 },
  ])('twenty pulls five milliseconds apart, $how, are one authentication and twenty replays', ({ latency }) => {
    let isRevoked = false
    const world = createWorld({
      answer: (bearer) => (isRevoked && bearer === 'T1' ? json({}, 401) : json(bearer)),
      latency,
    })
    world.pull()
    world.clock.advance(6 * second)
    isRevoked = true
    const got = pulling(world, 100, 5)
    world.clock.advance(second)
    expect([world.calls.length, got]).toEqual([2, Array.from({ length: 20 }, () => 'T2')])
    expect(world.bearers.filter((bearer) => bearer === 'T2').length).toBe(20)
  })

  it('twenty pulls at once, whose 401s come five milliseconds apart, are one authentication and twenty replays', () => {
    const refusals = Array.from({ length: 20 }, (_, n) => (n + 1) * 5)
    let isRevoked = false
    const world = createWorld({
      latency: 5,
      answer: (bearer) => (isRevoked && bearer === 'T1' ? json({}, 401) : json(bearer)),
      delayOf: (bearer) => (isRevoked && bearer === 'T1' ? (refusals.shift() ?? 0) : 5),
    })
    world.pull()
    world.clock.advance(6 * second)
    isRevoked = true
    const got: Array<string> = []
    for (let n = 0; n < 20; n++) world.pull(second, got)
    world.clock.advance(second)
    expect([world.calls.length, got]).toEqual([2, Array.from({ length: 20 }, () => 'T2')])
    expect(world.bearers.slice(1, 21)).toEqual(Array.from({ length: 20 }, () => 'T1'))
    expect(world.bearers.slice(21)).toEqual(Array.from({ length: 20 }, () => 'T2'))
  })

  it.each(transports)(
    'a 401 to everything, $transport, is three refreshes a minute, and everybody’s',
    ({ latency }) => {
      const world = createWorld({ answer: () => json({}, 401), latency })
      const got = pulling(world, 60 * second, 10)
      world.clock.advance(10 * second)
      expect(got).toEqual(Array.from({ length: 6000 }, () => '401'))
      expect(world.calls.length).toBeLessThanOrEqual(1 + 3)
    },
  )

  it.each([20, 60])(
    '%d requests with a new token that was revoked try it with one request, so that the limits let all through in time',
    async (count) => {
      const clock = createVirtualClock()
      const sandbox = createSandbox({ profile: bridge2025, clock, seed: 1, enforceLimits: true })
      const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
      const user = client.user({ externalUserId: 'A6J' })
      await firstValueFrom(user.token$)
      sandbox.revokeTokens()
      let received = 0
      for (let n = 0; n < count; n++) user.items.pages().subscribe(() => received++)
      clock.advance(count === 20 ? 7 * second : minute + 7 * second)
      expect(received).toBe(count)
      const refused = sandbox.journal.entries().filter(({ status }) => status === 401)
      expect(refused.length).toBeLessThanOrEqual(12)
    },
  )

  it.each(transports)('401s for ten minutes, $transport, cost five authentications after the first', ({ latency }) => {
    let isRefusing = false
    const world = createWorld({ answer: (bearer) => json(isRefusing ? {} : bearer, isRefusing ? 401 : 200), latency })
    world.pull()
    world.clock.advance(minute)
    isRefusing = true
    pulling(world, 10 * minute, 100)
    expect(world.calls.length).toBe(1 + 5)
  })
})
