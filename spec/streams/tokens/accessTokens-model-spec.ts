import fc from 'fast-check'
import type { Subscription } from 'rxjs'
import { isTransient } from '../../../lib/base/error/isTransient.js'
import type { AccessToken } from '../../../lib/service/model/AccessToken.js'
import { type Answer, judge } from '../../helpers/tokenModel.js'
import { hour, minute, nameOf, second, tokensOver, world } from '../../helpers/tokens.js'
import { counting, randomFrom } from '../../helpers/watching.js'

type Command =
  | { readonly do: 'advance' | 'stepWall' | 'sleep' | 'take'; readonly ms: number }
  | { readonly do: 'answer'; readonly answer: Answer }
  | { readonly do: 'unsubscribe' | 'refuse' | 'accept'; readonly which: number }
  | { readonly do: 'subscribe' | 'invalidate' }

const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({
    life: fc.constantFrom(-hour, 0, 500, 5 * second, 45 * second, 10 * minute, 2 * hour),
    date: fc.boolean(),
  }),
  fc.constantFrom<Answer>({ status: 503 }, { status: 429, retryAfter: 40 }, { status: 401 }, 'garbage', 'never'),
)
const time = fc.constantFrom(1, 100, second, 7 * second, 31 * second, 5 * minute, 55 * minute, 3 * hour)
const whole = fc.constantFrom(1, 5, 30, 60, 180, 480).map((minutes) => minutes * minute)
const which = fc.nat(5)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: time }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), answer }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('take' as const), ms: fc.constantFrom(1, second, 30 * second) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'subscribe' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('unsubscribe' as const, 'refuse' as const, 'accept' as const), which }),
  },
  fc.record({ do: fc.constant('sleep' as const), ms: whole }),
  fc.record({
    do: fc.constant('stepWall' as const),
    ms: fc.tuple(whole, fc.constantFrom(1, -1)).map(([ms, sign]) => ms * sign),
  }),
  fc.constant({ do: 'invalidate' as const }),
)

/**
 * The clocks disagree when the second token is asked for, and agree again when its answer comes. That answer is no use, as
 * nothing tells how long it took; the first token stays dropped, though both clocks say that it lives.
 */
const clocksAgreeAgain: ReadonlyArray<Command> = [
  { do: 'take', ms: second },
  { do: 'advance', ms: 31 * second },
  { do: 'stepWall', ms: -8 * hour },
  { do: 'take', ms: 1 },
  { do: 'sleep', ms: 8 * hour },
  { do: 'subscribe' },
]

/** A machine, a service and a user's tokens, as commands move them; whatever is done wrong is noted. */
const play = (latency: number, seed: number) => {
  const machine = world()
  const { clock } = machine
  const service = judge(machine, latency)
  const { http, counts } = counting(service.http)
  const tokens = tokensOver(http, { clock, random: randomFrom(seed), emit: service.emit })
  const wrongs: Array<string> = []
  const given: Array<AccessToken> = []
  const subscribed = new Set<Subscription>()
  const waiting = new Map<Subscription, number>()

  const receive = (token: AccessToken): void => {
    service.handedOut(token)
    given.push(token)
  }

  const subscribe = (): void => {
    const seen: Array<AccessToken> = []
    const subscription = tokens.token$.subscribe({
      next: (token) => {
        if (seen.includes(token)) wrongs.push(`${nameOf(token)} twice`)
        seen.push(token)
        receive(token)
      },
      error: (error: unknown) => isTransient(error) && wrongs.push(`token$ errors: ${String(error)}`),
      complete: () => wrongs.push('token$ completes'),
    })
    subscribed.add(subscription)
  }

  const take = (patience: number): void => {
    const due = clock.monotonic() + patience
    let served = 0
    const subscription = tokens.take(patience).subscribe({
      next: (token) => {
        receive(token)
        if (++served > 1) wrongs.push('a request was served twice')
      },
      error: (error: unknown) => {
        if (isTransient(error) && clock.monotonic() !== due) wrongs.push(`gave up too soon: ${String(error)}`)
      },
      complete: () => served === 1 || wrongs.push('a request was served nothing'),
    })
    waiting.set(subscription, due)
  }

  const refuse = (token: AccessToken | undefined): void => {
    if (token === undefined) return
    const before = clock.pending()
    service.forgetting(token, () => tokens.refuse(token) === 'another')
    if (subscribed.size === 0 && clock.pending() > before) wrongs.push('a refusal armed a timer')
  }

  const run = (command: Command): void => {
    if (command.do === 'advance') clock.advance(command.ms)
    if (command.do === 'sleep') machine.sleep(command.ms)
    if (command.do === 'stepWall') clock.stepWall(command.ms)
    if (command.do === 'answer') service.answerWith(command.answer)
    if (command.do === 'take') take(command.ms)
    if (command.do === 'subscribe') subscribe()
    if (command.do === 'unsubscribe') [...subscribed, ...waiting.keys()][command.which]?.unsubscribe()
    if (command.do === 'accept') given.slice(-1 - command.which, -1).forEach(tokens.accept)
    if (command.do === 'refuse') refuse(given.at(-1 - command.which))
    if (command.do === 'invalidate')
      service.forgetting(undefined, () => {
        tokens.invalidate()
        return true
      })
  }

  const check = (): void => {
    for (const subscription of subscribed) if (subscription.closed) subscribed.delete(subscription)
    for (const [subscription, due] of waiting) {
      if (subscription.closed) waiting.delete(subscription)
      else if (clock.monotonic() >= due) wrongs.push('a request waits for longer than it wanted')
    }
    if (subscribed.size + waiting.size > 0) return
    if (clock.pending() > 0) wrongs.push(`${String(clock.pending())} timers for nobody`)
    if (counts.inFlight > 0) wrongs.push('an authentication for nobody')
  }

  return {
    clock,
    service,
    take,
    subscribe,
    given,
    wrongs: () => [...service.wrongs, ...wrongs],
    run: (command: Command) => {
      run(command)
      check()
    },
  }
}

describe('accessTokens, whatever happens', () => {
  it('hands out no dead token, has one authentication in flight, asks not too often and leaves nothing armed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 50, 8000),
        fc.integer(),
        fc.array(command, { minLength: 1, maxLength: 60 }),
        (latency, seed, commands) => {
          const { given, wrongs, clock, service, subscribe, take, run } = play(latency, seed)
          service.answerWith({ life: 2 * hour, date: true })
          commands.forEach(run)
          expect(wrongs()).toEqual([])

          service.answerWith({ life: 2 * hour, date: true })
          clock.advance(minute)
          subscribe()
          clock.advance(hour)
          const before = given.length
          take(second)
          expect([given.length, wrongs()]).toEqual([before + 1, []])
        },
      ),
      { numRuns: 300, examples: [[50, 0, [...clocksAgreeAgain]]] },
    )
  })
})
