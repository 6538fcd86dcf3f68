import { createVirtualClock, type VirtualClock } from '../../lib/clock/virtualClock.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import type { AccessTokens } from '../../lib/stream/accessTokens.js'
import { json, token } from '../helpers/responses.js'
import { hour, lost, minute, nameOf, second, service, tokensOver, transports } from '../helpers/tokens.js'
import { randomFrom } from '../helpers/watching.js'

const life = 10 * minute
const busy = (retryAfter?: number): HttpResponse =>
  json({}, 503, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
const refusal = json({ type: 'invalid_grant', message: 'unknown user' }, 400)

/** What a subscriber sees, as short words. */
const seenBy = ({ token$ }: AccessTokens): ReadonlyArray<string> => {
  const seen: Array<string> = []
  token$.subscribe({
    next: (issued) => seen.push(nameOf(issued)),
    error: (error: unknown) => seen.push(String(error)),
    complete: () => seen.push('complete'),
  })
  return seen
}

/** What requests that came once a second got. */
const requestsFor = (clock: VirtualClock, tokens: AccessTokens, time: number, patience: number) => {
  const got: Array<string> = []
  for (let past = 0; past < time; past += second) {
    tokens.take(patience).subscribe({
      next: (issued) => got.push(nameOf(issued)),
      error: (error: unknown) => got.push(String(error)),
    })
    clock.advance(second)
  }
  return got
}

describe.each(transports)('accessTokens, with a service that fails, over a transport that is $transport', (given) => {
  const { latency } = given

  it('scenario 6: what fails before the token ends is nobody’s error, and is tried again no earlier than asked', () => {
    const clock = createVirtualClock()
    const failures = [busy(), busy(30), lost]
    const { http, calls } = service(clock, latency, (call) =>
      call === 1 ? token('T1', clock.wall() + life) : (failures.shift() ?? token('T2', clock.wall() + life)),
    )
    const tokens = tokensOver(http, { clock, random: randomFrom(6) })
    const seen = seenBy(tokens)
    clock.advance(7 * minute)
    const got = requestsFor(clock, tokens, 2 * minute, 1)
    expect(seen).toEqual(['T1', 'T2'])
    expect(got).toEqual([...got].sort())
    expect(new Set(got)).toEqual(new Set(['T1', 'T2']))
    const [, first = 0, busyAgain = 0, lostAt = 0, good = 0] = calls.map((call) => call - latency)
    expect(calls.length).toBe(5)
    const gaps = [busyAgain - first, lostAt - busyAgain, good - lostAt].map((gap) => gap - latency)
    const bounds = [
      [500, 1000],
      [30_000, 30_000],
      [2000, 4000],
    ]
    gaps.forEach((gap, index) => {
      expect(gap).toBeGreaterThanOrEqual(bounds[index]?.[0] ?? Infinity)
      expect(gap).toBeLessThanOrEqual(bounds[index]?.[1] ?? 0)
    })
  })

  it('scenario 7: an outage past the end of the token ends no stream, gives out nothing dead, and costs few calls', () => {
    const clock = createVirtualClock()
    let isDown = false
    const { http, calls } = service(clock, latency, (call) =>
      isDown ? lost : token(`T${String(call)}`, clock.wall() + life),
    )
    const tokens = tokensOver(http, { clock, random: () => 0 })
    const early = seenBy(tokens)
    isDown = true
    clock.advance(life)
    const late = seenBy(tokens)
    const got = requestsFor(clock, tokens, hour - life, 20 * second)
    clock.advance(20 * second)
    expect([early, late]).toEqual([['T1'], []])
    expect(got.length).toBe(3000)
    expect([...new Set(got)]).toEqual([
      expect.stringMatching(/^TokenUnavailable: no token within 20000 ms.*ECONNRESET/),
    ])
    expect(calls.length).toBeGreaterThan(60)
    expect(calls.length).toBeLessThanOrEqual(126)
    isDown = false
    clock.advance(minute)
    expect([early.length, late.length, early[1]]).toEqual([2, 1, late[0]])
  })

  it('scenario 8: a refusal is one call, one error for each and no timer; subscribing again uses what is right then', () => {
    const clock = createVirtualClock()
    let isRight = false
    const { http, calls } = service(clock, latency, (call) =>
      isRight ? token(`T${String(call)}`, clock.wall() + life) : refusal,
    )
    const tokens = tokensOver(http, { clock })
    const seen = seenBy(tokens)
    clock.advance(hour)
    expect(seen).toEqual([expect.stringMatching(/^AuthenticationError: no token \(400 invalid_grant\)/)])
    expect([calls, clock.pending(), tokens.isIdle()]).toEqual([[0], 0, true])
    isRight = true
    const again = seenBy(tokens)
    clock.advance(second)
    expect([calls.length, again]).toEqual([2, ['T2']])
  })

  it.each([
    { what: 'refusal', failure: refusal, name: 'AuthenticationError' },
    { what: 'page of a proxy', failure: { status: 200, headers: {}, body: '<html>' }, name: 'DecodeError' },
    { what: 'bug of a transport', failure: new TypeError('a bug'), name: 'TypeError' },
  ])('scenario 8: a $what in the place of a renewal is an error only once the token has ended', ({ failure, name }) => {
    const clock = createVirtualClock()
    const { http, calls } = service(clock, latency, (call) => (call === 1 ? token('T1', clock.wall() + life) : failure))
    const tokens = tokensOver(http, { clock })
    tokens.take(second).subscribe()
    clock.advance(9 * minute)
    const watched = seenBy(tokens)
    const got = requestsFor(clock, tokens, minute - 2 * second, second)
    expect([new Set(got), watched, calls.length]).toEqual([new Set(['T1']), ['T1'], 2])
    clock.advance(3 * second)
    expect(watched).toEqual(['T1', expect.stringContaining(name)])
    expect([calls.length, clock.pending()]).toEqual([3, 0])
  })

  it('scenario 8: nor is a request told of a refusal while the token lives, and the service is not asked once more', () => {
    const clock = createVirtualClock()
    const { http, calls } = service(clock, latency, (call) => (call === 1 ? token('T1', clock.wall() + life) : refusal))
    const tokens = tokensOver(http, { clock })
    const got = requestsFor(clock, tokens, life, second)
    expect([new Set(got), calls.length]).toEqual([new Set(['T1']), 2])
    requestsFor(clock, tokens, second, second)
    expect(calls.length).toBe(3)
  })

  it.each([
    { when: 'before', at: 9 * minute },
    { when: 'after', at: 11 * minute },
  ])('scenario 8: a 429 $when the token ends is waited out, as long as the service says', ({ at }) => {
    const clock = createVirtualClock()
    const { http, calls } = service(clock, latency, (call) =>
      call === 2 ? json({}, 429, { 'retry-after': '45' }) : token(`T${String(call)}`, clock.wall() + life),
    )
    const tokens = tokensOver(http, { clock })
    tokens.take(second).subscribe()
    clock.advance(at)
    const seen = seenBy(tokens)
    clock.advance(minute)
    expect(seen).toEqual(at < life ? ['T1', 'T3'] : ['T3'])
    expect(calls).toEqual([0, at, at + latency + 45 * second])
  })
})
