import type { HttpResponse } from '../../../lib/index.js'
import { json } from '../../helpers/responses.js'
import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { busy, createWorld, insights } from '../../helpers/world.js'

/** What a service answers that lets in whom `admits` says, by the text of the token. */
const admitting =
  (admits: (bearer: string) => boolean) =>
  (bearer: string): HttpResponse =>
    admits(bearer) ? json(bearer) : json({ type: 'invalid_token' }, 401)

describe.each(transports)('token scenario 09: a 401 is one replay, $transport', ({ latency }) => {
  /** A world whose user has a token that is not new any more. */
  const withOldToken = (answer: (bearer: string) => HttpResponse) => {
    const world = createWorld({ answer, latency })
    world.watch()
    world.clock.advance(6 * second)
    return world
  }

  it('costs one authentication and one replay', () => {
    const world = withOldToken(admitting((bearer) => bearer !== 'T1'))
    const got = world.pull()
    world.clock.advance(minute)
    expect([world.calls.length, world.bearers, got]).toEqual([2, ['T1', 'T2'], ['T2']])
  })

  it('is the caller’s once a new token was refused for five seconds', () => {
    const world = withOldToken(admitting(() => false))
    const got = world.pull()
    world.clock.advance(minute)
    expect([world.calls.length, world.bearers[0], new Set(world.bearers.slice(1)), got]).toEqual([
      2,
      'T1',
      new Set(['T2']),
      ['401'],
    ])
  })

  it('from authenticate itself is not asked about once more', () => {
    const world = createWorld({ issue: () => busy(401), latency })
    const got = world.pull()
    world.clock.advance(hour)
    expect([world.calls.length, world.bearers, got]).toEqual([1, [], [expect.stringMatching(/^AuthenticationError/)]])
  })

  it('to a POST is answered by another only if that was declared idempotent', () => {
    const { clock, user, bearers } = withOldToken(admitting((bearer) => bearer === 'T3'))
    const got: Array<unknown> = []
    const post = (idempotent: boolean) => {
      const before = bearers.length
      user.send({ ...insights, method: 'POST', idempotent }).subscribe({
        next: (bearer) => got.push(bearer),
        error: () => got.push('error'),
      })
      clock.advance(minute)
      return bearers.slice(before)
    }
    expect([post(false), post(true), post(true)]).toEqual([['T1'], ['T2', 'T3'], ['T3']])
    expect(got).toEqual(['error', 'T3', 'T3'])
  })
})
