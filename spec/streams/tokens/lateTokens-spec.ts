import { lastValueFrom, toArray } from 'rxjs'
import { json } from '../../helpers/responses.js'
import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { busiest, createWorld, insights, type World, type WorldConfig } from '../../helpers/world.js'

const unauthorized = json({ type: 'invalid_token' }, 401)
const list = json({ resources: [], pagination: { next_uri: null } })

describe.each(transports)('a token that servers know late, $transport', ({ latency }) => {
  /** A world whose service refuses a token for so long after it was issued, and every token at times. */
  const lateWorld = (lateBy: number, isBurst: (now: number) => boolean = () => false, config: WorldConfig = {}) => {
    const issuedAt = new Map<string, number>()
    let issued = 0
    const now = (): number => world.clock.monotonic()
    const world: World = createWorld({
      latency,
      issue: () => {
        issuedAt.set(`T${String(++issued)}`, now() + latency / 2)
        return 2 * hour
      },
      answer: (bearer, { url }) => {
        if (isBurst(now()) || now() < (issuedAt.get(bearer) ?? 0) + lateBy) return unauthorized
        return url.includes('/stocks') ? list : json(bearer)
      },
      ...config,
    })
    return world
  }

  /** What a watcher of stocks, a poll and a round live through. */
  const watching = ({ user }: World) => {
    const ends: Array<string> = []
    const rounds: Array<number> = []
    const ended = (name: string) => ({
      error: (error: unknown) => ends.push(`${name} ${String(error)}`),
      complete: () => ends.push(`${name} completes`),
    })
    user.stocks.watchUpdated({ every: minute }).subscribe({ next: () => rounds.push(1), ...ended('changes') })
    user.poll(insights, { every: minute }).subscribe(ended('poll'))
    return { ends, rounds }
  }

  it('a request is answered with the first token, 300 ms late, after one authentication', () => {
    const world = lateWorld(300)
    const got = world.pull()
    world.clock.advance(5 * second)
    expect([got, world.calls.length, new Set(world.bearers)]).toEqual([['T1'], 1, new Set(['T1'])])
  })

  it('neither the first nor a renewed token that is late ends a watcher or a poll', () => {
    const world = lateWorld(300)
    const { ends, rounds } = watching(world)
    world.clock.advance(4 * hour)
    expect([ends, rounds.length > 200]).toEqual([[], true])
    expect(world.calls.length).toBeLessThanOrEqual(3)
  })

  it('nor does a burst of 401 of two seconds, over whichever token, which costs one authentication', () => {
    for (const at of [10 * second, 30 * minute]) {
      const world = lateWorld(0, (now) => now >= at && now < at + 2 * second)
      const { ends, rounds } = watching(world)
      world.user.stocks.watchUpdated({ every: second }).subscribe({ error: (error) => ends.push(String(error)) })
      world.clock.advance(hour)
      expect([ends, rounds.length > 50, world.calls.length]).toEqual([[], true, 2])
    }
  })

  it('a round survives the burst, though it is read in one go', async () => {
    const world = lateWorld(0, (now) => now < 2 * second)
    const read = lastValueFrom(world.user.stocks.sync().pipe(toArray()))
    world.clock.advance(10 * second)
    expect([(await read).length, world.calls.length]).toEqual([1, 1])
  })

  it('64 requests at once meet the burst with one authentication, and 64 users with one each', () => {
    const world = lateWorld(300, (now) => now >= minute && now < minute + 2 * second)
    world.watch()
    world.clock.advance(minute)
    const before = world.calls.length
    const got: Array<string> = []
    for (let n = 0; n < 64; n++) world.pull(30 * second, got)
    world.clock.advance(10 * second)
    expect([before, world.calls.length, got]).toEqual([1, 2, Array(64).fill('T2')])

    const users = lateWorld(300, (now) => now >= minute && now < minute + 2 * second)
    const answers: Array<string> = []
    const all = Array.from({ length: 64 }, (_, n) => users.another(String(n)))
    const ask = () => {
      for (const user of all) user.send(insights).subscribe((answer) => answers.push(answer))
    }
    ask()
    users.clock.advance(minute)
    expect([users.calls.length, answers.length]).toEqual([64, 64])
    ask()
    users.clock.advance(10 * second)
    expect([users.calls.length, answers.length]).toEqual([128, 128])
  })

  it('401s of ten minutes are four authentications, however many requests are in flight, and end a watcher', () => {
    const world = lateWorld(0, (now) => now >= minute)
    const { ends } = watching(world)
    world.clock.advance(minute)
    const got: Array<string> = []
    for (let n = 0; n < 64; n++) world.pull(30 * second, got)
    world.clock.advance(minute)
    expect([got, ends]).toEqual([Array(64).fill('401'), []])
    world.clock.advance(9 * minute)
    expect(ends).toEqual([expect.stringMatching(/401/), expect.stringMatching(/401/)])
    expect(world.calls.length).toBeLessThanOrEqual(1 + 4)
    expect(busiest(world.calls, 30 * second)).toBeLessThanOrEqual(2)
  })

  it('a service that refuses to authenticate ends a watcher at once', () => {
    const world = lateWorld(0, () => false, { issue: () => unauthorized })
    const { ends } = watching(world)
    world.clock.advance(second)
    expect(ends).toEqual([expect.stringMatching(/AuthenticationError/), expect.stringMatching(/AuthenticationError/)])
  })
})
