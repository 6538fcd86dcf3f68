import { json } from '../../helpers/responses.js'
import { hour, minute, second, transports } from '../../helpers/tokens.js'
import { busy, createWorld, type Issue, pulling } from '../../helpers/world.js'

const life = 10 * minute
const refusal = json({ type: 'invalid_grant', message: 'unknown user' }, 400)

describe.each(transports)('token scenario 08: terminal or 429, $transport', ({ latency }) => {
  it.each([refusal, json({}, 401), json({}, 403)])(
    'a refusal ($status) is one call, one error for each and no timer; who subscribes again uses what is right then',
    (refused) => {
      let isRight = false
      const world = createWorld({ issue: () => (isRight ? life : refused), latency })
      const reported = [world.watch(), world.watch()]
      if (latency > 0) reported.push({ seen: world.pull(), leave: () => undefined })
      world.clock.advance(hour)
      expect(reported.flatMap(({ seen }) => seen.map((each) => each.slice(0, 29)))).toEqual(
        reported.map(() => 'AuthenticationError: no token'),
      )
      expect([world.calls.length, world.clock.pending()]).toEqual([latency === 0 ? 2 : 1, 0])
      isRight = true
      const { seen } = world.watch()
      world.clock.advance(second)
      expect(seen).toEqual(['T1'])
    },
  )

  it.each<{ readonly what: string; readonly failure: Issue; readonly name: string }>([
    { what: 'refusal', failure: refusal, name: 'AuthenticationError' },
    { what: 'token of another form', failure: { status: 200, headers: {}, body: '{}' }, name: 'DecodeError' },
  ])('a $what in the place of a renewal is an error only once the token has ended', ({ failure, name }) => {
    const world = createWorld({ issue: (call) => (call === 1 ? life : failure), latency })
    world.pull()
    world.clock.advance(9 * minute)
    const { seen } = world.watch()
    const got = pulling(world, minute - 2 * second, second, second)
    expect([new Set(got), seen, world.calls.length]).toEqual([new Set(['T1']), ['T1'], 2])
    world.clock.advance(3 * second)
    expect(seen).toEqual(['T1', expect.stringContaining(name)])
    expect([world.calls.length, world.clock.pending()]).toEqual([3, 0])
  })

  it('nor is a pull told of a refusal while the token lives, and the service is not asked once more', () => {
    const world = createWorld({ issue: (call) => (call === 1 ? life : refusal), latency })
    const got = pulling(world, life, second)
    world.clock.advance(latency)
    expect([new Set(got), world.calls.length]).toEqual([new Set(['T1']), 2])
    expect(pulling(world, second, second)).toEqual([expect.stringMatching(/^AuthenticationError/)])
    expect(world.calls.length).toBe(3)
  })

  it.each([
    { when: 'before', at: 9 * minute },
    { when: 'after', at: 11 * minute },
  ])('a 429 $when the token ends is waited out, as long as the service says, whatever is hinted', ({ at }) => {
    const world = createWorld({ issue: (call) => (call === 2 ? busy(429, 45) : life), latency })
    world.pull()
    world.clock.advance(at)
    const { seen } = world.watch()
    for (let past = 0; past < minute; past += second) {
      world.clock.advance(second)
      world.clock.wake()
    }
    expect(seen).toEqual(at < life ? ['T1', 'T2'] : ['T2'])
    expect(world.calls).toEqual([0, at, at + latency + 45 * second])
  })
})
