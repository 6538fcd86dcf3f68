import type { HttpResponse } from '../../../lib/index.js'
import { json } from '../../helpers/responses.js'
import { hour, minute, transports } from '../../helpers/tokens.js'
import { busy, createWorld, insights } from '../../helpers/world.js'

/** What a service answers that lets in whom `admits` says, by the text of the token. */
const admitting =
  (admits: (bearer: string) => boolean) =>
  (bearer: string): HttpResponse =>
    admits(bearer) ? json(bearer) : json({ type: 'invalid_token' }, 401)

describe.each(transports)('token scenario 09: a 401 is one replay, $transport', ({ latency }) => {
  it('costs one authentication and one replay', () => {
    const world = createWorld({ answer: admitting((bearer) => bearer !== 'T1'), latency })
    const got = world.pull()
    world.clock.advance(minute)
    expect([world.calls.length, world.bearers, got]).toEqual([2, ['T1', 'T2'], ['T2']])
  })

  it('is the caller’s the second time', () => {
    const world = createWorld({ answer: admitting(() => false), latency })
    const got = world.pull()
    world.clock.advance(minute)
    expect([world.calls.length, world.bearers, got]).toEqual([2, ['T1', 'T2'], ['401']])
  })

  it('from authenticate itself is not asked about once more', () => {
    const world = createWorld({ issue: () => busy(401), latency })
    const got = world.pull()
    world.clock.advance(hour)
    expect([world.calls.length, world.bearers, got]).toEqual([1, [], [expect.stringMatching(/^AuthenticationError/)]])
  })

  it('to a POST is answered by another only where that was declared safe', () => {
    const { clock, user, bearers } = createWorld({ answer: admitting((bearer) => bearer === 'T3'), latency })
    const got: Array<unknown> = []
    const post = (safe: boolean) => {
      const before = bearers.length
      user.send({ ...insights, method: 'POST', safe }).subscribe({
        next: (bearer) => got.push(bearer),
        error: () => got.push('error'),
      })
      clock.advance(minute)
      return bearers.slice(before)
    }
    expect([post(false), post(true), post(true)]).toEqual([['T1'], ['T2'], ['T2', 'T3']])
    expect(got).toEqual(['error', 'error', 'T3'])
  })
})
