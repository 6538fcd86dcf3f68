import { type Observable, of } from 'rxjs'
import { type Clock, createClient, type Http, type UserClient } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { answers, request } from '../../helpers/refreshes.js'
import { json, page } from '../../helpers/responses.js'
import { lastingToken, scripted } from '../../helpers/scripted.js'

const hour = 3_600_000
const every = 60_000

const watchers: ReadonlyArray<readonly [string, (user: UserClient, config: object) => () => void]> = [
  ['poll', (user, config) => subscribed(user.poll(request, config))],
  ['watchRefresh', (user, config) => subscribed(user.items.watchRefresh(7, { ...config, deadline: 2 ** 33 }))],
  ['watchUpdated', (user, config) => subscribed(user.stocks.watchUpdated(config))],
]

const subscribed = (stream: ReturnType<UserClient['poll']>): (() => void) => {
  const subscription = stream.subscribe()
  return () => subscription.unsubscribe()
}

const answering = ({ url }: { readonly url: string }) => (url.includes('/stocks') ? page([]) : answers.r)

describe.each(watchers)('paging scenario 18: suspend and clocks (%s)', (_, watch) => {
  /** When it asked, after these hours and minutes, with a jitter of ten per cent at most. */
  const running = () => {
    const service = scripted(answering)
    const stop = watch(service.user, { every })
    service.clock.advance(10 * every)
    return { ...service, stop }
  }

  it.each([
    ['while it waits', 5000],
    ['as it has just asked', 0],
    ['as it is about to ask', 53_000],
  ])('eight hours of sleep, %s: one question within the interval after it wakes, then as before', (__, into) => {
    const { clock, counts, stop } = running()
    clock.advance(into)
    const before = counts.started
    clock.sleep(8 * hour)
    clock.advance(0)
    expect(counts.started - before).toBeLessThanOrEqual(1)
    clock.advance(1.1 * every)
    expect(counts.started - before).toBeGreaterThanOrEqual(1)
    expect(counts.started - before).toBeLessThanOrEqual(2)
    clock.advance(60 * every)
    expect(counts.started - before).toBeGreaterThanOrEqual(60 / 1.1)
    expect(counts.started - before).toBeLessThanOrEqual(2 + 60 / 0.9)
    expect(counts).toMatchObject({ mostInFlight: 1, aborted: 0 })
    stop()
    expect(clock.pending()).toBe(0)
  })

  it.each([
    ['set back an hour', -hour],
    ['set back by years', -10 * 365 * 24 * hour],
    ['set forward an hour', hour],
    ['set forward by years', 10 * 365 * 24 * hour],
  ])('a clock that is %s: no burst and no stall', (__, step) => {
    const { clock, counts, asked, stop } = running()
    clock.advance(5000)
    const before = counts.started
    clock.stepWall(step)
    clock.advance(10 * every)
    const own = asked.slice(before).map(({ at }) => at)
    expect(own.length).toBeGreaterThanOrEqual(9)
    expect(own.length).toBeLessThanOrEqual(12)
    const gaps = own.slice(1).map((at, index) => at - (own[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.9 * every - 1)
    stop()
    expect(clock.pending()).toBe(0)
  })

  it.each([NaN, 99])('an interval of %p is refused, and nothing is asked', (wrong) => {
    const { user, counts, clock } = scripted(answering)
    const errors: Array<unknown> = []
    const stream: Observable<unknown> =
      watch === watchers[2]?.[1] ? user.stocks.watchUpdated({ every: wrong }) : user.poll(request, { every: wrong })
    stream.subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([expect.objectContaining({ _tag: 'ConfigError' })])
    expect([counts.started, clock.pending()]).toEqual([0, 0])
  })

  it('an interval beyond what a timer keeps is waited for, in parts that a timer keeps', () => {
    const service = scripted(answering)
    const armed: Array<number> = []
    const schedule: Clock['scheduler']['schedule'] = (work, ms = 0, state) => {
      armed.push(ms)
      return service.clock.scheduler.schedule(work, ms, state as never)
    }
    const clock: Clock = { ...service.clock, scheduler: { ...service.clock.scheduler, schedule } }
    let asked = 0
    const http: Http = (question) => {
      asked++
      return of(answering(question))
    }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      clock,
      http,
      random: () => 0.5,
    })
    const stop = watch(client.user({ token$: of(lastingToken()) }), { every: 2 ** 31 })
    service.clock.advance(2 ** 31 - 1)
    expect(asked).toBe(1)
    service.clock.advance(1)
    expect(asked).toBe(2)
    expect(Math.max(...armed)).toBeLessThan(2 ** 31)
    stop()
    expect(service.clock.pending()).toBe(0)
  })
})

describe('paging scenario 18: suspend and clocks', () => {
  it.each([NaN, 2])('a random number of %p is an error, never a wait', (wrong) => {
    const { user, clock, counts } = scripted(() => json({}, 503), { random: () => wrong })
    const errors: Array<unknown> = []
    user.poll(request).subscribe({ error: (error) => errors.push(error) })
    clock.advance(hour)
    expect(errors).toEqual([expect.objectContaining({ _tag: 'ConfigError' })])
    expect(counts.started).toBe(1)
  })
})
