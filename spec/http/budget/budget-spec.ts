import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { concatMap, NEVER, of, range, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { RequestNotSent } from '../../../lib/base/error/RequestNotSent.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'
import { spending } from '../../helpers/spending.js'

const a = json({})
const place = { operation: 'stocks.list', page: none }
const silent = () => undefined
const refusal = (retryAfter: Option<number> = none) =>
  new StatusError({ ...place, status: 429, type: none, detail: none, retryAfter })
const hour = 3_600_000

describe('budget', () => {
  it('lets requests through at once if there is no limit', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold('--(a|)', { a })
      const http = budget(clock, () => 0.5, silent, { limits: {}, maxWaiting: 0 })('somebody')(() => source)
      expectObservable(http(httpRequest())).toBe('--(a|)', { a })
      expectObservable(http(httpRequest())).toBe('--(a|)', { a })
      expectSubscriptions(source.subscriptions).toBe(['^-!', '^-!'])
    })
  })

  it('gives a permit back one window after the answer, not after the request', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold('--(a|)', { a })
      const limits = { application: { requests: 1, per: 10 } }
      const http = budget(clock, () => 0.5, silent, { limits, maxWaiting: 9 })('somebody')(() => source)
      expectObservable(http(httpRequest())).toBe('--(a|)', { a })
      expectObservable(http(httpRequest())).toBe('--------------(a|)', { a })
      expectSubscriptions(source.subscriptions).toBe(['^-!', '------------^-!'])
    })
  })

  it('gives a permit back one window after the time-out of an aborted request, and sends nothing for who has left', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold<HttpResponse>('-----')
      const limits = { application: { requests: 1, per: 10 } }
      const http = budget(clock, () => 0.5, silent, { limits, maxWaiting: 9 })('somebody')(() => source)
      expectObservable(http(httpRequest({ timeout: 7 })), '^-!').toBe('-')
      expectObservable(http(httpRequest()), '^---!').toBe('-')
      expectObservable(http(httpRequest()), '^------------------!').toBe('-')
      expectSubscriptions(source.subscriptions).toBe(['^-!', '-----------------^-!'])
    })
  })

  it.each(['interactive', 'background'] as const)('tells %s requests how long they wait at least', (priority) => {
    const { ask, clock } = spending({
      limits: { application: { requests: 1, per: 500 }, user: { requests: 1, per: 1000 } },
    })
    const waits: Array<string> = []
    const tell = (name: string) => ({ priority, onWait: (wait: number) => waits.push(`${name} ${String(wait)}`) })
    const first = ask(tell('first'))
    // Nobody knows how long: the first one is not answered yet.
    ask(tell('second'))
    first.answer()
    clock.advance(100)
    ask(tell('third'))
    expect(waits).toEqual(['third 900'])
  })

  it('gives the permits of those that were answered back before that of one that was aborted earlier', () => {
    const { ask, sent, clock } = spending({ limits: { user: { requests: 2, per: 1000 } } })
    const [aborted, answered] = [ask(), ask()]
    aborted.unsubscribe()
    clock.advance(10)
    answered.answer()
    for (let n = 0; n < 3; n++) ask()
    clock.advance(1010)
    expect(sent.slice(2)).toEqual(['r3 1010'])
    clock.advance(30_000)
    expect(sent.slice(3)).toEqual(['r4 31000'])
  })

  it('takes a permit of the user and of the application, or none', () => {
    const { ask, sent, clock } = spending({
      limits: { application: { requests: 3, per: 1000 }, user: { requests: 1, per: 1000 } },
    })
    const [first] = [ask({ name: 'a1', principal: 'a' }), ask({ name: 'a2', principal: 'a' })]
    ask({ name: 'b1', principal: 'b' })
    ask({ name: 'c1', principal: 'c' })
    ask({ name: 'd1', principal: 'd' })
    expect(sent).toEqual(['a1 0', 'b1 0', 'c1 0'])
    clock.advance(5)
    first.answer()
    clock.advance(10_000)
    expect(sent.slice(3)).toEqual(['a2 1005'])
  })

  it.each([
    ['authenticate', { access: 'application', operation: 'authenticate' }, true],
    ['of the application', { access: 'application', operation: 'users.list' }, false],
    ['public', { access: 'public', operation: 'banks.list' }, false],
  ] as const)('counts what is %s apart from the requests of the user', (_, line, isLimited) => {
    const one = { requests: 1, per: 1000 }
    const { ask, sent } = spending({ limits: { user: one, authenticate: one } })
    ask({ name: 'user' })
    ask({ name: 'x', ...line })
    ask({ name: 'y', ...line })
    ask({ name: 'other', principal: 'other', ...line })
    expect(sent).toEqual(isLimited ? ['user 0', 'x 0', 'other 0'] : ['user 0', 'x 0', 'y 0', 'other 0'])
  })

  it('lets interactive requests go first, and those of one user as they came', () => {
    const { ask, sent, clock } = spending({ limits: { application: { requests: 1, per: 1000 } } })
    const first = ask()
    for (const name of ['b1', 'b2']) ask({ name, priority: 'background' })
    for (const name of ['i1', 'i2']) ask({ name })
    first.answer()
    clock.advance(1000)
    expect(sent).toEqual(['r1 0', 'i1 1000'])
  })

  it('leaves a tenth of the permits to interactive requests', () => {
    const { ask, sent } = spending({ limits: { user: { requests: 20, per: 1000 } } })
    for (let i = 0; i < 30; i++) ask({ name: `b${String(i)}`, priority: 'background' })
    expect(sent).toHaveLength(18)
    for (let i = 0; i < 3; i++) ask({ name: `i${String(i)}` })
    expect(sent.slice(18)).toEqual(['i0 0', 'i1 0'])
  })

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [11, 9],
  ])('of a limit of %d lets %d background requests go', (requests, most) => {
    const { ask, sent } = spending({ limits: { user: { requests, per: 1000 } } })
    for (let i = 0; i < 20; i++) ask({ priority: 'background' })
    expect(sent).toHaveLength(most)
  })

  it('lets a background request go first once it is run now, and ignores errors of what hurries it', () => {
    const { ask, sent, clock } = spending({ limits: { application: { requests: 1, per: 1000 } } })
    const runNow$ = new Subject<void>()
    const first = ask()
    ask({ name: 'a', principal: 'a', priority: 'background' })
    ask({ name: 'b', principal: 'b', priority: 'background', runNow$: throwError(() => new Error('lost')) })
    ask({ name: 'c', principal: 'c', priority: 'background', runNow$ })
    runNow$.next()
    first.answer()
    clock.advance(1000)
    expect(sent).toEqual(['r1 0', 'c 1000'])
  })

  it('lets the requests of a hurried user have the tenth that is kept for interactive ones, as they came', () => {
    const { ask, sent } = spending({ limits: { user: { requests: 10, per: 1000 } } })
    for (let i = 0; i < 10; i++) ask({ priority: 'background' })
    expect(sent).toHaveLength(9)
    ask({ name: 'immediate', priority: 'background', runNow$: of(1) })
    expect(sent.slice(9)).toEqual(['r10 0'])
  })

  it('hears nothing more of a request that has ended', () => {
    const { ask } = spending()
    const runNow$ = new Subject<void>()
    const asked = ask({ priority: 'background', runNow$ })
    const left = ask({ priority: 'background', runNow$ })
    expect(runNow$.observed).toBe(true)
    asked.answer()
    left.unsubscribe()
    expect(runNow$.observed).toBe(false)
  })

  it('lets a background request go after nine interactive ones, so that none starves', () => {
    const { ask, sent, clock } = spending({ limits: { application: { requests: 1, per: 100 } } })
    let last = ask({ name: 'first' })
    ask({ name: 'background', priority: 'background' })
    const waiting = Array.from({ length: 20 }, (_, index) => ask({ name: `i${String(index)}` }))
    for (let i = 0; i < 12; i++) {
      last.answer()
      clock.advance(100)
      const [name = ''] = (sent.at(-1) ?? '').split(' ')
      last = waiting.find((asked) => asked.name === name) ?? last
      if (name === 'background') break
    }
    expect(sent).toHaveLength(10)
    expect(sent.at(-1)).toBe('background 900')
  })

  it('lets the tenth turn have a permit that is kept for interactive requests', () => {
    const { ask, sent, clock } = spending({ limits: { user: { requests: 20, per: 1000 } } })
    const flying = Array.from({ length: 20 }, () => ask())
    ask({ name: 'background', priority: 'background' })
    ask()
    flying[0]?.answer()
    clock.advance(1000)
    expect(sent.slice(20)).toEqual(['background 1000'])
  })

  it('lets users take turns, so that one who asks for much does not hold up the others', () => {
    const { ask, sent, clock } = spending({ limits: { application: { requests: 4, per: 100 } } })
    const firsts = Array.from({ length: 4 }, () => ask())
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask({ name, principal: 'a' })
    for (const name of ['b1', 'b2']) ask({ name, principal: 'b' })
    for (const { answer } of firsts) answer()
    clock.advance(100)
    expect(sent.slice(4)).toEqual(['a1 100', 'b1 100', 'a2 100', 'b2 100'])
  })

  it('keeps a user’s place in the turns when one of the user’s requests is cancelled', () => {
    const { ask, sent, clock } = spending({ limits: { application: { requests: 1, per: 100 } } })
    const first = ask()
    const cancelled = ask({ name: 'a1', principal: 'a' })
    ask({ name: 'a2', principal: 'a' })
    ask({ name: 'b1', principal: 'b' })
    cancelled.unsubscribe()
    first.answer()
    clock.advance(100)
    expect(sent).toEqual(['r1 0', 'a2 100'])
  })

  it('fails at once beyond the places, of which a tenth is for interactive requests', () => {
    const { ask, clock } = spending({ limits: { user: { requests: 1, per: 1000 } }, maxWaiting: 10 })
    ask()
    const background = Array.from({ length: 11 }, () => ask({ priority: 'background' }))
    expect(background.map(({ seen }) => seen.join())).toEqual([
      ...Array<string>(9).fill(''),
      ...Array<string>(2).fill('withheld: queue -'),
    ])
    const interactive = [ask(), ask()]
    expect(interactive.map(({ seen }) => seen.join())).toEqual(['', 'withheld: queue -'])
    background[0]?.unsubscribe()
    expect(ask().seen).toEqual([])
    expect(clock.pending()).toBe(1)
  })

  it('arms one timer, for the first of those who wait, and none for nobody', () => {
    const { ask, clock } = spending({ limits: { user: { requests: 1, per: 1000 } } })
    const first = ask()
    const others = Array.from({ length: 50 }, () => ask())
    expect(clock.pending()).toBe(1)
    first.answer()
    expect(clock.pending()).toBe(1)
    for (const { unsubscribe } of others) unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('takes no permit for what was not sent', () => {
    const { ask, sent } = spending({ limits: { user: { requests: 1, per: 1000 } } })
    ask().fail(new RequestNotSent({ ...place, reason: 'circuit', retryAfter: some(500) }))
    ask()
    expect(sent).toEqual(['r1 0', 'r2 0'])
  })

  it('takes a permit for what failed', () => {
    const { ask, sent, clock } = spending({ limits: { user: { requests: 1, per: 1000 } } })
    ask().fail(new NetworkError({ ...place, origin: 'https://bank.example', code: none }))
    ask()
    clock.advance(999)
    expect(sent).toEqual(['r1 0'])
    clock.advance(1)
    expect(sent).toEqual(['r1 0', 'r2 1000'])
  })

  it('does not let an interactive request wait for over an hour', () => {
    const { ask, clock, sent } = spending({ limits: { user: { requests: 1, per: 2 * hour } } })
    const first = ask()
    const waiting = [ask(), ask()]
    const background = ask({ name: 'background', priority: 'background' })
    expect(waiting.map(({ seen }) => seen)).toEqual([[], []])
    first.answer()
    const withheld = `withheld: budget ${String(2 * hour)}`
    expect(waiting.map(({ seen }) => seen)).toEqual([[withheld], [withheld]])
    expect(ask().seen).toEqual([`withheld: budget ${String(2 * hour)}`])
    clock.advance(2 * hour)
    expect([background.seen, sent]).toEqual([[], ['r1 0', `background ${String(2 * hour)}`]])
  })

  it('does not overflow when each of many requests is answered at once', () => {
    const clock = createVirtualClock()
    const http = budget(clock, () => 0.5, silent, { limits: {}, maxWaiting: 0 })('somebody')(() => of(a))
    let answered = 0
    range(20_000)
      .pipe(concatMap(() => http(httpRequest())))
      .subscribe(() => answered++)
    expect(answered).toBe(20_000)
  })

  it('sends what an answer gives rise to, if there is room', () => {
    const { of: policy } = spending({ limits: { user: { requests: 3, per: 1000 } } })
    let answered = 0
    const http = policy('somebody')(() => of(a))
    const again = () =>
      http(httpRequest({ access: 'user' })).subscribe(() => {
        if (++answered < 100) again()
      })
    again()
    expect(answered).toBe(3)
  })

  it.each(['user', 'authenticate'] as const)('counts the permits of a user who was idle, of the scope %s', (scope) => {
    const { ask, sent, clock } = spending({ limits: { [scope]: { requests: 2, per: hour } } })
    const line = scope === 'user' ? {} : ({ access: 'application', operation: 'authenticate' } as const)
    const askOf = (name: string, principal: string) => ask({ name, principal, ...line })
    askOf('a1', 'a').answer()
    clock.advance(1000)
    askOf('a2', 'a').answer()
    clock.advance(30 * 60_000)
    askOf('b1', 'b').answer()
    askOf('a3', 'a')
    askOf('a4', 'a')
    clock.advance(hour)
    expect(sent).toEqual(['a1 0', 'a2 1000', 'b1 1801000', `a3 ${String(hour)}`, `a4 ${String(hour + 1000)}`])
  })

  it('keeps a cool-down of a user who is idle', () => {
    const { ask, sent, clock } = spending({ limits: {} })
    ask({ name: 'a1', principal: 'a' }).fail(refusal(some(hour)))
    clock.advance(30 * 60_000)
    ask({ name: 'b1', principal: 'b' }).answer()
    ask({ name: 'a2', principal: 'a' })
    clock.advance(hour)
    expect(sent).toEqual(['a1 0', 'b1 1800000', `a2 ${String(hour)}`])
  })

  it('forgets users who are idle, whether they have a limit or not', () => {
    const heap = (): number => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const clock = createVirtualClock()
    const limits = { user: { requests: 1, per: 100 } }
    for (const policy of [{ limits }, { limits: {} }].map((config) =>
      budget(clock, () => 0.5, silent, { ...config, maxWaiting: 1 }),
    )) {
      const before = heap()
      for (let i = 0; i < 30_000; i++) {
        policy(`user ${String(i)}`)(() => of(a))(httpRequest({ access: 'user' })).subscribe()
        clock.advance(100)
      }
      expect(heap() - before).toBeLessThan(3_000_000)
      policy('last')(() => of(a))(httpRequest()).subscribe()
    }
  })
})

describe('a budget of many users', () => {
  it('remembers the permits that they have taken', () => {
    const { ask, sent, clock } = spending({ limits: { user: { requests: 1, per: 1000 } } })
    for (let i = 0; i < 200; i++) ask({ principal: `user ${String(i)}` }).answer()
    ask({ name: 'again', principal: 'user 0' })
    clock.advance(999)
    expect(sent).toHaveLength(200)
    clock.advance(1)
    expect(sent.at(-1)).toBe('again 1000')
  })

  it('remembers who was refused', () => {
    const { ask, sent, clock } = spending()
    ask({ principal: 'refused' }).fail(refusal(some(1000)))
    for (let i = 0; i < 200; i++) ask({ principal: `user ${String(i)}` }).answer()
    ask({ name: 'again', principal: 'refused' })
    expect(sent).toHaveLength(201)
    clock.advance(1000)
    expect(sent.at(-1)).toBe('again 1000')
  })

  it.each(['interactive', 'background'] as const)('remembers who waits: %s', (priority) => {
    const limits = { application: { requests: 3, per: 1000 }, user: { requests: 1, per: 1000 } }
    const { ask, sent, clock } = spending({ limits })
    const flying = ['x', 'y', 'z'].map((principal) => ask({ principal }))
    ask({ name: 'first', principal: 'waiting', priority })
    for (let i = 0; i < 200; i++) ask({ principal: `user ${String(i)}` }).unsubscribe()
    ask({ name: 'second', principal: 'waiting', priority })
    for (const { answer } of flying) answer()
    clock.advance(1000)
    expect(sent.slice(3)).toEqual(['first 1000'])
  })
})

describe('a 429', () => {
  it('cools down the scope of its user until Retry-After, and no other', () => {
    const { ask, sent, clock } = spending()
    ask({ name: 'a1', principal: 'a' }).fail(refusal(some(10_000)))
    ask({ name: 'a2', principal: 'a' })
    ask({ name: 'b1', principal: 'b' })
    ask({ name: 'token', principal: 'a', access: 'application', operation: 'authenticate' })
    expect([sent, clock.pending()]).toEqual([['a1 0', 'b1 0', 'token 0'], 1])
    clock.advance(9999)
    expect(sent).toHaveLength(3)
    clock.advance(1)
    expect(sent.at(-1)).toBe('a2 10000')
  })

  it('cools down the authentications of its user, not the requests', () => {
    const { ask, sent } = spending()
    const authenticating = { principal: 'a', access: 'application', operation: 'authenticate' } as const
    ask({ name: 'token1', ...authenticating }).fail(refusal(some(10_000)))
    ask({ name: 'token2', ...authenticating })
    ask({ name: 'a1', principal: 'a' })
    expect(sent).toEqual(['token1 0', 'a1 0'])
  })

  it('of the requests of a user and of an authentication cools down no more than these', () => {
    const { ask, sent } = spending()
    ask({ principal: 'a' }).fail(refusal(some(1000)))
    ask({ principal: 'a', access: 'application', operation: 'authenticate' }).fail(refusal(some(1000)))
    ask({ name: 'other', principal: 'b' })
    expect(sent.at(-1)).toBe('other 0')
  })

  it('of another user meanwhile cools down the application', () => {
    const { ask, sent, clock } = spending()
    const [one, other] = [ask({ name: 'a1', principal: 'a' }), ask({ name: 'b1', principal: 'b' })]
    one.fail(refusal(some(10_000)))
    other.fail(refusal(some(4000)))
    const next = ask({ name: 'c1', principal: 'c' })
    ask({ name: 'public', access: 'public' })
    ask({ name: 'a2', principal: 'a' })
    clock.advance(4999)
    expect(sent.slice(2)).toEqual(['c1 4000'])
    next.answer()
    expect(sent.slice(3)).toEqual(['public 4999'])
    clock.advance(5001)
    expect(sent.at(-1)).toBe('a2 10000')
  })

  it('of another user meanwhile cools down no more than that user, if somebody was answered between the two', () => {
    const { ask, sent } = spending()
    const [one, other, third] = ['a', 'b', 'c'].map((principal) => ask({ principal }))
    one?.fail(refusal(some(10_000)))
    third?.answer()
    other?.fail(refusal(some(10_000)))
    ask({ name: 'next', principal: 'c' })
    expect(sent.at(-1)).toBe('next 0')
  })

  it('of another user later, or of the same one again, cools down no more than that user', () => {
    const { ask, sent, clock } = spending()
    const [first, second] = [ask({ principal: 'a' }), ask({ principal: 'a' })]
    first.fail(refusal(some(1000)))
    second.fail(refusal(some(1000)))
    ask({ name: 'meanwhile', principal: 'c' })
    expect(sent.at(-1)).toBe('meanwhile 0')
    clock.advance(1000)
    ask({ principal: 'b' }).fail(refusal(some(1000)))
    ask({ name: 'c', principal: 'c' })
    expect(sent.at(-1)).toBe('c 1000')
  })

  it('without Retry-After cools down for seconds, which double, until there is an answer', () => {
    const { ask, sent, clock } = spending()
    const waits = [0, 0, 0, 0, 0, 0, 0, 0].map(() => {
      const before = clock.monotonic()
      ask().fail(refusal())
      const next = ask()
      clock.advance(120_000)
      const left = Number((sent.at(-1) ?? '').split(' ')[1])
      next.unsubscribe()
      clock.advance(1000)
      return left - before
    })
    expect(waits).toEqual([1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000])
    ask().answer()
    clock.advance(1000)
    const before = clock.monotonic()
    ask().fail(refusal())
    ask()
    clock.advance(120_000)
    expect(sent.at(-1)).toMatch(new RegExp(` ${String(before + 1500)}$`))
  })

  it('of many in flight at once counts as one', () => {
    const { ask, sent, clock } = spending()
    const flying = Array.from({ length: 10 }, () => ask())
    for (const { fail } of flying) fail(refusal())
    ask({ name: 'next' })
    clock.advance(1500)
    expect(sent.at(-1)).toBe('next 1500')
  })

  it('never shortens a cool-down', () => {
    const { ask, sent, clock } = spending()
    const flying = [ask(), ask()]
    flying[0]?.fail(refusal(some(10_000)))
    flying[1]?.fail(refusal(some(0)))
    ask({ name: 'next' })
    clock.advance(20_000)
    expect(sent.at(-1)).toBe('next 10000')
  })

  it('is followed by no burst: one goes out alone, and with each round of answers one more', () => {
    const { ask, sent, clock } = spending()
    ask().fail(refusal(some(1000)))
    const waiting = Array.from({ length: 1000 }, () => ask())
    clock.advance(999)
    expect(sent).toHaveLength(1)
    clock.advance(1)
    const rounds: Array<number> = []
    for (let answered = 0; answered < 1000;) {
      const leaving = waiting.slice(answered, sent.length - 1)
      rounds.push(leaving.length)
      for (const { answer } of leaving) answer()
      answered += leaving.length
    }
    expect(rounds.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(rounds.length).toBeGreaterThan(40)
    expect([sent.length, clock.pending()]).toEqual([1001, 0])
  })

  it('delays nobody afterwards who asks one after the other', () => {
    const { ask, sent, clock } = spending()
    ask().fail(refusal(some(1000)))
    clock.advance(1000)
    for (let i = 0; i < 5; i++) ask().answer()
    expect(sent.slice(1)).toEqual(['r2 1000', 'r3 1000', 'r4 1000', 'r5 1000', 'r6 1000'])
  })

  it('is not lifted by an answer to what was sent before', () => {
    const { ask, sent, clock } = spending()
    const early = [ask(), ask(), ask()]
    ask().fail(refusal(some(1000)))
    for (const { answer } of early) answer()
    for (let i = 0; i < 3; i++) ask()
    clock.advance(999)
    expect(sent).toHaveLength(4)
    clock.advance(1)
    expect(sent).toHaveLength(5)
  })

  it('lets interactive requests wait for an hour, and background ones for a day', () => {
    const { ask, sent, clock } = spending()
    const flying = ask()
    const [interactive, background] = [ask(), ask({ name: 'watcher', priority: 'background' })]
    flying.fail(refusal(some(24 * hour)))
    ask({ name: 'watcher', priority: 'background' })
    expect([interactive.seen, background.seen, ask().seen]).toEqual([[], [], [`withheld: budget ${String(24 * hour)}`]])
    interactive.unsubscribe()
    background.unsubscribe()
    clock.advance(23 * hour)
    const patient = ask({ name: 'patient' })
    expect([patient.seen, sent.length]).toEqual([[], 3])
    clock.advance(hour)
    expect(sent.slice(3)).toEqual([`patient ${String(24 * hour)}`])
  })
})

describe('the events of a budget', () => {
  const limits = { application: { requests: 5, per: 1000 }, user: { requests: 1, per: 1000 } }

  it('tell of permits that are taken, and of who waits, without naming the user', () => {
    const { ask, events } = spending({ limits })
    ask({ principal: 'externalUserId=A6J' })
    ask({ principal: 'externalUserId=A6J' })
    const subject = { operation: 'stocks.list', request: 1, time: new Date(0) }
    const changed = { _tag: 'BudgetChanged', coolDown: 0, ...subject }
    expect(events()).toEqual([
      { ...changed, scope: 'application', limit: some(5), per: some(1000), remaining: some(4), waiting: 0 },
      { ...changed, scope: 'user', limit: some(1), per: some(1000), remaining: some(0), waiting: 0 },
      { ...changed, scope: 'application', limit: some(5), per: some(1000), remaining: some(4), waiting: 1 },
      { ...changed, scope: 'user', limit: some(1), per: some(1000), remaining: some(0), waiting: 1 },
    ])
  })

  it('tell how long a scope is coolDown, and nothing of scopes without a limit otherwise', () => {
    const { ask, events } = spending()
    ask().answer()
    ask().fail(refusal(some(7000)))
    expect(events()).toMatchObject([{ scope: 'user', limit: none, remaining: none, waiting: 0, coolDown: 7000 }])
  })

  it('says that a request which waited does no more, even if there is no limit', () => {
    const { ask, events, clock } = spending()
    ask().fail(refusal(some(1000)))
    ask()
    clock.advance(1000)
    expect(events().map((event) => 'waiting' in event && `${event.scope} ${String(event.waiting)}`)).toEqual([
      'user 0',
      'application 1',
      'user 1',
      'application 0',
      'user 0',
    ])
  })

  it('are not made if nobody listens', () => {
    const clock = createVirtualClock()
    const emit = jest.fn()
    const http = budget(clock, () => 0.5, emit, { limits, maxWaiting: 1 })('somebody')(() => NEVER)
    http(httpRequest({ access: 'user' })).subscribe()
    expect(emit.mock.calls.map(([request]: [unknown]) => typeof request)).toEqual(['object', 'object'])
  })
})
