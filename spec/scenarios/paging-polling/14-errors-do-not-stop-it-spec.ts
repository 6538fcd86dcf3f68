import { of } from 'rxjs'
import { type ClientEvent, createClient, createVirtualClock } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { answers, request } from '../../helpers/refreshes.js'
import { lastingToken, scripted } from '../../helpers/scripted.js'
import { randomFrom } from '../../helpers/watching.js'

const hour = 3_600_000
/** The longest wait after so many failures in a row, the first being 0. */
const ceiling = (failures: number): number => Math.min(60_000, 1000 * 2 ** failures)

/** How long each poller waited after each of its failures, in order; pollers are told apart by their operation. */
const waits = (events: ReadonlyArray<ClientEvent>): ReadonlyMap<string, ReadonlyArray<number>> => {
  const known = new Map<string, Array<number>>()
  for (const event of events) {
    if (event._tag !== 'Polled' || event.error._tag === 'None') continue
    known.set(event.operation, [...(known.get(event.operation) ?? []), event.delay])
  }
  return known
}

const named = (index: number) => ({
  ...request,
  operation: `poller.${String(index)}`,
  path: `/v2/items/${String(index)}/refresh/status` as const,
})

/** The distance of Kolmogorov and Smirnov between a sample and the even distribution from 0 to 1. */
const distance = (sample: ReadonlyArray<number>): number => {
  const sorted = [...sample].sort((a, b) => a - b)
  const gaps = sorted.map((x, index) => Math.max((index + 1) / sorted.length - x, x - index / sorted.length))
  return Math.max(...gaps)
}

/** Each address fails so many times, then answers, and begins again. */
const failingInTurns = (failures: number) => {
  const turns = new Map<string, number>()
  return scripted(({ url }) => {
    const turn = turns.get(url) ?? 0
    turns.set(url, (turn + 1) % (failures + 1))
    return turn < failures ? answers.b : answers.r
  })
}

describe('paging scenario 14: errors do not stop it', () => {
  it('503 twenty times, then 200: every wait is from 0 to what has doubled to a minute, and it begins again', () => {
    const { user, clock, counts, events } = failingInTurns(20)
    const seen: Array<unknown> = []
    user.poll(named(1)).subscribe((state) => seen.push(state))
    while (seen.length < 2) clock.advance(1000)
    expect(counts).toMatchObject({ started: 42, aborted: 0 })
    const all = waits(events).get('poller.1') ?? []
    expect(all).toHaveLength(40)
    all.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(ceiling(index % 20))
    })
    expect(Math.max(...all.slice(20, 22))).toBeLessThanOrEqual(2000)
  })

  it('the waits of 1,000 pollers are spread evenly, even if they have grown to the most', () => {
    const clock = createVirtualClock()
    const all = Array.from({ length: 1000 }, (_, index) => {
      let turn = 0
      // A client each, as in 1,000 processes: what they have in common would spread them further.
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        clientId: 'id',
        clock,
        random: randomFrom(index),
        http: () => of(turn++ < 20 ? answers.b : answers.r),
      })
      const own: Array<number> = []
      client.events$.subscribe((event) => {
        if (event._tag === 'Polled' && event.error._tag === 'Some') own.push(event.delay)
      })
      const subscription = client
        .user({ token$: of(lastingToken()) })
        .poll(request, { every: hour })
        .subscribe()
      return { own, subscription }
    })
    clock.advance(hour / 2)
    for (const { subscription } of all) subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
    for (const failures of [0, 3, 6, 12, 19]) {
      const sample = all.map(({ own }) => (own[failures] ?? Infinity) / ceiling(failures))
      expect(Math.max(...sample)).toBeLessThanOrEqual(1)
      // Below this, evenness is not to be doubted at 1 %; nobody waits less than 100 ms, however the dice fall.
      expect(distance(sample)).toBeLessThan(1.63 / Math.sqrt(1000) + 100 / ceiling(failures))
    }
  })

  it('two subscribers of one stream count their failures apart', () => {
    let isDown = true
    const { user, clock, events } = scripted(() => (isDown ? answers.b : answers.r))
    const poll$ = user.poll(named(1))
    const first = poll$.subscribe()
    clock.advance(10 * 60_000)
    const before = events.length
    first.unsubscribe()
    const seen: Array<unknown> = []
    poll$.subscribe((state) => seen.push(state))
    const [fresh = Infinity] = waits(events.slice(before)).get('poller.1') ?? []
    expect(fresh).toBeLessThanOrEqual(1000)
    isDown = false
    clock.advance(60_000)
    expect(seen.length).toBeGreaterThan(0)
  })
})
