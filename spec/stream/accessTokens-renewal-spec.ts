import { createVirtualClock, type VirtualClock } from '../../lib/clock/virtualClock.js'
import type { Clock } from '../../lib/clock/Clock.js'
import { token } from '../helpers/responses.js'
import { arming, granting, hour, minute, nameOf, second, service, tokensOver, transports } from '../helpers/tokens.js'
import { randomFrom } from '../helpers/watching.js'

const day = 24 * hour

/** The shortest time between two calls. */
const closest = (calls: ReadonlyArray<number>): number =>
  Math.min(...calls.slice(1).map((call, index) => call - (calls[index] ?? 0)))

/** Takes a token ten times a second for ten minutes; each has to live, by `expiry`. */
const tenMinutesOfRequests = (clock: VirtualClock, pull: () => void): void => {
  for (let n = 0; n < 6000; n++) {
    pull()
    clock.advance(100)
  }
}

describe.each(transports)('accessTokens, renewed over a transport that is $transport', ({ latency }) => {
  it('scenario 1: a thousand clients renew once each within window and jitter, spread evenly, before any token ends', () => {
    const clock = createVirtualClock()
    const random = randomFrom(1)
    const exp = 30 * minute
    const { http, calls } = service(clock, latency, (call) => token(`T${String(call)}`, clock.wall() + exp))
    const renewedAt: Array<ReadonlyArray<number>> = []
    for (let n = 0; n < 1000; n++) {
      const seen: Array<number> = []
      renewedAt.push(seen)
      tokensOver(http, { clock, random }).token$.subscribe(() => seen.push(clock.monotonic()))
    }
    clock.advance(exp)
    expect(calls.length).toBe(2000)
    const renewals = calls.slice(1000)
    expect(Math.min(...renewals)).toBeGreaterThanOrEqual(exp - 6 * minute)
    expect(Math.max(...renewals)).toBeLessThanOrEqual(exp - 5 * minute)
    const buckets = new Map<number, number>()
    for (const at of renewals) buckets.set(Math.floor(at / second), (buckets.get(Math.floor(at / second)) ?? 0) + 1)
    expect(Math.max(...buckets.values())).toBeLessThanOrEqual(50)
    expect(renewedAt.every((seen) => seen.length === 2 && (seen[1] ?? exp) < exp)).toBe(true)
  })

  it.each([
    { life: 45 * second, apart: 30 * second, most: 20, watched: true },
    { life: 45 * second, apart: 30 * second, most: 20, watched: false },
    { life: 5 * second, apart: 3700, most: 162, watched: true },
    { life: 5 * second, apart: 3700, most: 162, watched: false },
    { life: 1100, apart: 1000, most: 601, watched: true },
  ])('scenario 3: tokens of $life ms, watched: $watched, are renewed at least $apart ms apart', (given) => {
    const clock = createVirtualClock()
    const { http, calls, counts } = granting(clock, latency, given.life)
    const tokens = tokensOver(http, { clock, random: randomFrom(3) })
    if (given.watched) tokens.token$.subscribe()
    let served = 0
    let dead = 0
    tenMinutesOfRequests(clock, () => {
      const before = calls.length
      tokens.take(minute).subscribe((issued) => {
        served++
        if (issued.expires_at.getTime() <= clock.wall()) dead++
      })
      if (given.watched && calls.length > before) throw new Error('a request asked, though somebody is subscribed')
    })
    expect([served, dead, counts.mostInFlight]).toEqual([6000, 0, 1])
    expect(closest(calls)).toBeGreaterThanOrEqual(given.apart)
    expect(calls.length).toBeLessThanOrEqual(given.most)
  })

  it.each([
    { what: 'the same token again and again', expiry: () => Date.UTC(2026, 0, 1) + minute },
    { what: 'tokens that have ended', expiry: (clock: Clock) => clock.wall() - second },
    { what: 'tokens that end as they come', expiry: (clock: Clock) => clock.wall() },
    { what: 'tokens that last a millisecond', expiry: (clock: Clock) => clock.wall() + 1 + latency },
    { what: 'tokens that ended in 1970', expiry: () => 0 },
    { what: 'tokens that ended before 1970', expiry: () => -day },
  ])('scenario 4: $what are few calls and no dead token, and the first good one ends it', ({ expiry }) => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
    let mended = false
    const answer = (call: number) =>
      token(mended ? 'good' : `T${String(call)}`, mended ? clock.wall() + hour : expiry(clock))
    const { http, calls } = service(clock, latency, answer)
    const tokens = tokensOver(http, { clock, random: () => 0 })
    const seen: Array<string> = []
    tokens.token$.subscribe((issued) => seen.push(nameOf(issued)))
    let dead = 0
    const failures = new Set<string>()
    tenMinutesOfRequests(clock, () => {
      tokens.take(second).subscribe({
        next: (issued) => issued.expires_at.getTime() <= clock.wall() && dead++,
        error: (error: unknown) => failures.add(String(error)),
      })
    })
    expect([dead, calls.length <= 26]).toEqual([0, true])
    expect([...failures]).toEqual([expect.stringMatching(/^TokenUnavailable: .*1000 ms.*not fresher/)])
    mended = true
    clock.advance(minute)
    expect(seen.slice(-1)).toEqual(['good'])
    expect(seen.length).toBeLessThanOrEqual(2)
  })

  it.each([
    { until: 'in forty days', life: 40 * day },
    { until: 'in four hundred days', life: 400 * day },
    { until: 'in 9999', life: Date.UTC(9999, 11, 31) },
  ])('scenario 14: a token that ends $until is renewed once, by timers that a platform keeps', ({ life }) => {
    const { clock, armed } = arming(createVirtualClock())
    const latest = Date.UTC(9999, 11, 31, 12)
    const answer = (call: number) => token(`T${String(call)}`, Math.min(clock.wall() + life, latest))
    const { http, calls } = service(clock, latency, answer)
    const { token$ } = tokensOver(http, { clock, random: randomFrom(14) })
    const seen: Array<string> = []
    const early = token$.subscribe()
    clock.advance(life === 40 * day ? 25 * day : hour)
    expect([calls, clock.pending()]).toEqual([[0], 1])
    early.unsubscribe()
    clock.advance(life - hour - clock.monotonic())
    token$.subscribe((issued) => seen.push(nameOf(issued)))
    clock.advance(55 * minute + latency)
    expect([calls.length, seen]).toEqual([2, ['T1', 'T2']])
    expect(calls[1]).toBeGreaterThanOrEqual(life - 6 * minute)
    expect(calls[1]).toBeLessThanOrEqual(life - 5 * minute)
    expect([clock.pending(), armed.every((ms) => ms <= 30 * second)]).toEqual([1, true])
  })
})
