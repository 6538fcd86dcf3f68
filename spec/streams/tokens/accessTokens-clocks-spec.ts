import fc from 'fast-check'
import { concatMap, defer, map, type Observable, of } from 'rxjs'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { AccessToken } from '../../../lib/service/model/AccessToken.js'
import { token } from '../../helpers/responses.js'
import { hour, minute, nameOf, second, tokensOver, world } from '../../helpers/tokens.js'
import { after, randomFrom } from '../../helpers/watching.js'

const day = 24 * hour

type Time = { readonly ms: number } | { readonly parts: number }

type Command =
  | { readonly do: 'advance' | 'sleep' | 'countedSleep'; readonly time: Time }
  | { readonly do: 'stepWall'; readonly time: Time; readonly sign: number }
  | { readonly do: 'subscribe' | 'leave' | 'take' | 'send' | 'wake' }

interface Place {
  /** How wrong the machine's clock is at first. */
  readonly offset: number
  readonly saysDate: boolean
  readonly life: number
  readonly latency: number
  readonly seed: number
}

/** A second at least; `parts` of a token's life are where it matters, and other times have no relation to it. */
const times = fc.oneof(
  { weight: 3, arbitrary: fc.record({ parts: fc.double({ min: 0.05, max: 3, noNaN: true }) }) },
  fc.record({ ms: fc.integer({ min: second, max: hour }) }),
  fc.record({ ms: fc.integer({ min: second, max: 3 * day }) }),
)
const waits = fc.oneof(
  fc.record({ parts: fc.double({ min: 0.05, max: 1.2, noNaN: true }) }),
  fc.record({ ms: fc.integer({ min: 1, max: 9000 }) }),
)
const sign = fc.constantFrom(1, -1)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), time: waits }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stepWall' as const), time: times, sign }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('sleep' as const, 'countedSleep' as const), time: times }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('take' as const, 'take' as const, 'send' as const, 'subscribe' as const, 'leave' as const),
    }),
  },
  fc.record({ do: fc.constant('wake' as const) }),
)

const place: fc.Arbitrary<Place> = fc.record({
  offset: fc.oneof(
    fc.constant(0),
    fc.integer({ min: -minute, max: minute }),
    fc.integer({ min: -3 * day, max: 3 * day }),
  ),
  saysDate: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  life: fc.oneof(...[minute, 3 * hour, 30 * day].map((max) => fc.integer({ min: 2 * second, max }))),
  latency: fc.constantFrom(0, 50, 8000),
  seed: fc.integer(),
})

/** A token by true time, and what had become of the clocks when it was asked for. */
interface Issued {
  readonly ends: number
  readonly askedAt: number
  readonly slept: number
  readonly stepped: number
  readonly wrong: number
  /** How long the exchange took that brought it. */
  travelled: number
}

const play = ({ offset, saysDate, life, latency, seed }: Place) => {
  const machine = world(offset)
  const { clock, serverTime } = machine
  const issued = new Map<string, Issued>()
  const wrongs: Array<string> = []
  let slept = 0
  let stepped = 0
  let events = 0

  const wrong = (): number => Math.abs(clock.wall() - serverTime())

  const answer = (asked: Pick<Issued, 'askedAt' | 'slept' | 'stepped'>): readonly [HttpResponse, Issued] => {
    const ends = serverTime() + life
    const name = `T${String(issued.size + 1)}`
    const known = { ...asked, ends, wrong: wrong(), travelled: 0 }
    issued.set(name, known)
    return [token(name, ends, saysDate ? { date: new Date(serverTime()).toUTCString() } : {}), known]
  }

  const travel = latency === 0 ? of(0) : after(clock, latency / 2)
  const http = (): Observable<HttpResponse> =>
    defer(() => {
      const asked = { askedAt: clock.monotonic(), slept, stepped }
      return travel.pipe(
        map(() => answer(asked)),
        concatMap(([response, known]) =>
          travel.pipe(
            map(() => {
              known.travelled = clock.monotonic() - known.askedAt
              return response
            }),
          ),
        ),
      )
    })

  const tokens = tokensOver(http, { clock, random: randomFrom(seed) })

  /**
   * What no client can see: that the wall clock was set back, and the machine slept for as long, so that both clocks go
   * on as though neither had happened; and that the wall clock is wrong, where the service does not say what time it is.
   */
  const isBeyondKnowing = (known: Issued): boolean => {
    const sleep = slept - known.slept
    const apart = Math.abs(sleep + stepped - known.stepped)
    const isUnseen = sleep > 0 && apart <= second + (clock.monotonic() - known.askedAt) / 10_000
    return isUnseen || (!saysDate && known.wrong > 0)
  }

  const judge = (given: AccessToken, how: string): void => {
    const known = issued.get(nameOf(given))
    if (known === undefined) throw new Error('a token of nobody')
    const dead = serverTime() - known.ends
    if (dead > second + known.travelled && !isBeyondKnowing(known))
      wrongs.push(`${nameOf(given)} ${how}, dead for ${String(dead)} ms`)
  }

  let unsubscribe = (): void => undefined
  let kept: AccessToken | undefined

  const lasting = (time: Time): number => ('ms' in time ? time.ms : Math.max(Math.round(time.parts * life), second))

  const set = (ms: number): void => {
    stepped += ms
    clock.stepWall(ms)
  }

  const sleep = (ms: number): void => {
    slept += ms
    machine.sleep(ms)
  }

  const run = (command: Command): void => {
    const { do: act } = command
    const ms = 'time' in command ? lasting(command.time) : 0
    if (act === 'advance') clock.advance(Math.min(ms, 3 * hour))
    if (act === 'wake') clock.wake()
    if (act === 'stepWall') set(command.sign * ms)
    if (act === 'sleep') sleep(ms)
    if (act === 'countedSleep') clock.sleep(ms, true)
    if (act === 'stepWall' || act === 'sleep' || act === 'countedSleep') events++
    if (act === 'take')
      tokens.take(30 * second).subscribe({
        next: (given) => {
          judge(given, 'taken')
          kept = given
        },
        error: () => undefined,
      })
    // A request that waited for its turn.
    if (act === 'send' && kept !== undefined && tokens.isLive(kept)) judge(kept, 'sent')
    if (act === 'leave') unsubscribe()
    if (act === 'subscribe') {
      unsubscribe()
      const subscription = tokens.token$.subscribe((given) => judge(given, 'handed to a subscriber'))
      unsubscribe = () => subscription.unsubscribe()
    }
  }

  return { run, wrongs, clock, calls: () => issued.size, events: () => events }
}

describe('accessTokens, whatever happens to the clocks', () => {
  it('hands out and sends nothing that is dead by true time, and does not authenticate without end', () => {
    fc.assert(
      fc.property(place, fc.array(command, { maxLength: 40, size: 'max' }), (where, commands) => {
        const { run, wrongs, clock, calls, events } = play(where)
        commands.forEach(run)
        expect(wrongs).toEqual([])
        // One a step or sleep, and one more if it came in flight; and those that are due by a clock that is ahead by as
        // much as is not corrected.
        const least = Math.max(500, 0.7 * (where.life - 32 * second - where.latency))
        if (where.saysDate) expect(calls()).toBeLessThanOrEqual(2 + 2 * events() + clock.monotonic() / least)
      }),
      {
        numRuns: Number(process.env.RUNS ?? 1000),
        ...(process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) }),
      },
    )
  })

  const taking = (commands: ReadonlyArray<Command>) => {
    const { run, wrongs, calls } = play({ offset: 2 * hour, saysDate: true, life: 2 * hour, latency: 50, seed: 1 })
    const take = { do: 'take' } as const
    const waited = { do: 'advance', time: { ms: 5000 } } as const
    for (const command of [take, waited, ...commands, take, waited]) run(command)
    return { wrongs, calls: calls() }
  }
  const back: Command = { do: 'stepWall', time: { ms: 2 * hour }, sign: -1 }
  const sleep: Command = { do: 'sleep', time: { ms: 2.5 * hour } }

  it.each<readonly [string, ReadonlyArray<Command>]>([
    ['a clock that is set right, and a sleep that it hides for the most part', [back, sleep]],
    ['a sleep, and a clock that is set right', [sleep, back]],
    ['a clock that is set forward and back, and a sleep', [{ ...back, sign: 1 }, back, back, sleep]],
    ['a clock that is set back by more than the sleep', [{ ...back, time: { ms: 3 * hour } }, sleep]],
  ])('requests another token after %s', (_, commands) => {
    expect(taking(commands)).toEqual({ wrongs: [], calls: 2 })
  })

  it('asks again, once, for a token that was under way as the clock was set', () => {
    const [take, half]: ReadonlyArray<Command> = [{ do: 'take' }, { do: 'advance', time: { ms: 25 } }]
    const { run, calls, wrongs, clock } = play({ offset: 0, saysDate: true, life: hour, latency: 50, seed: 1 })
    for (const command of [take, half, back, sleep, half, take]) if (command) run(command)
    clock.advance(minute)
    if (take) run(take)
    expect([wrongs, calls()]).toEqual([[], 2])
  })

  it('does not take clocks for set that come apart slowly, however long nobody looks', () => {
    const { clock, serverTime } = world()
    const drifting = { ...clock, wall: () => clock.wall() - clock.monotonic() / 20_000 }
    const life = 30 * day
    let calls = 0
    const http = () =>
      defer(() => of(token(`T${String(++calls)}`, serverTime() + life, { date: new Date(serverTime()).toUTCString() })))
    const tokens = tokensOver(http, { clock: drifting })
    for (let n = 0; n < 9; n++) {
      tokens.take(second).subscribe()
      clock.sleep(10 * day, true)
    }
    expect(calls).toBe(3)
  })
})
