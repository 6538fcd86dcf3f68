import { none, some } from 'fp-ts/lib/Option.js'
import { of, Subject, switchMap, take, throwError } from 'rxjs'
import { RequestNotSent } from '../../../lib/base/error/RequestNotSent.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { PermitDeclined } from '../../../lib/http/budget/Admission.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'
import { spending } from '../../helpers/spending.js'

const place = { operation: 'stocks.list', page: none }
const answered = (status: number, retryAfter: number | null = null) =>
  new StatusError({
    ...place,
    status,
    type: none,
    detail: none,
    retryAfter: retryAfter === null ? none : some(retryAfter),
  })
const minute = 60_000
const hour = 60 * minute
const authenticating = { access: 'application', operation: 'authenticate' } as const

describe('if the application has no room, and the first who waits must wait for longer', () => {
  it('the others leave when there is room', () => {
    const { ask, sent, clock } = spending({ limits: { application: { requests: 1, per: 10_000 } } })
    ask({ name: 'a1', principal: 'a' }).fail(answered(429, 50 * minute))
    ask({ name: 'a2', principal: 'a' })
    ask({ name: 'b1', principal: 'b' })
    clock.advance(10_000)
    expect(sent).toEqual(['a1 0', 'b1 10000'])
  })

  it('the others leave then, though nothing says how long the first waits', () => {
    const { ask, sent, clock } = spending({ limits: { application: { requests: 2, per: 10_000 } } })
    ask({ principal: 'a' }).fail(answered(429, 0))
    ask({ name: 'hangs', principal: 'a' })
    ask({ name: 'a3', principal: 'a' })
    ask({ name: 'b1', principal: 'b' })
    clock.advance(10_000)
    expect(sent.slice(1)).toEqual(['hangs 0', 'b1 10000'])
  })
})

describe('an interactive request', () => {
  it('waits for an hour at most, however long the line is', () => {
    const { ask, sent, clock } = spending({ limits: { application: { requests: 1, per: minute } } })
    const first = ask()
    const line = Array.from({ length: 90 }, (_, index) => ask({ principal: `user ${String(index)}` }))
    ask({ name: 'background', priority: 'background' })
    first.answer()
    for (const { answer } of line.slice(0, 50)) {
      clock.advance(minute)
      if (sent.at(-1)?.startsWith('background') !== true) answer()
    }
    expect(line.filter(({ seen }) => seen[0]?.startsWith('withheld') === true)).toEqual([])
    clock.advance(hour)
    expect(line.filter(({ seen }) => seen.includes('withheld: budget -')).length).toBeGreaterThan(30)
  })

  it('waits for no longer for one that is not answered', () => {
    const { ask, clock } = spending({ limits: { user: { requests: 1, per: 1000 } } })
    ask()
    const waiting = ask()
    clock.advance(hour - 1)
    expect(waiting.seen).toEqual([])
    clock.advance(1)
    expect([waiting.seen, clock.pending()]).toEqual([['withheld: budget -'], 0])
  })

  it('that has waited goes at once if it would wait for over an hour in all', () => {
    const { ask, clock } = spending({ limits: { user: { requests: 1, per: 40 * minute } } })
    const first = ask()
    const waiting = ask()
    clock.advance(30 * minute)
    first.answer()
    expect(waiting.seen).toEqual([`withheld: budget ${String(40 * minute)}`])
  })
})

describe('who asks again when it is withheld', () => {
  it('leaves if there is room', () => {
    const { of: policy, ask, clock } = spending({ limits: { user: { requests: 1, per: 1000 } } })
    ask({ principal: 'a' })
    const seen: Array<number> = []
    const other = policy('b')(() => of(json({})))(httpRequest({ access: 'user' }))
    const waiting = policy('a')(() => of(json({})))(httpRequest({ access: 'user' }))
    waiting.subscribe({ error: () => other.subscribe(() => seen.push(clock.monotonic())) })
    clock.advance(2 * hour)
    expect(seen).toEqual([hour])
  })
})

describe('a clock that continues while others are let go', () => {
  it('leaves nobody behind', () => {
    const { of: policy, ask, clock, sent } = spending({ limits: { user: { requests: 1, per: 1000 } } })
    ask({ principal: 'a' }).answer()
    ask({ name: 'waits', principal: 'a' })
    policy('b')(() => of(json({})))(httpRequest({ access: 'user' })).subscribe(() => clock.advance(5000))
    expect(sent.at(-1)).toBe('waits 5000')
  })
})

describe('a request that has its permit declined', () => {
  it('goes first when it asks again, and takes no permit meanwhile', () => {
    const { of: policy, ask, sent, clock } = spending({ limits: { application: { requests: 1, per: 1000 } } })
    const first = ask()
    let isFresh = false
    let seen = ''
    const http = policy('a')(() => {
      seen = `sent ${String(clock.monotonic())}`
      return of(json({}))
    })
    const request = httpRequest({ access: 'user', priority: 'background' })
    const attempt = (waitsSince?: number) =>
      http({ ...request, admission: { isStillWanted: () => isFresh, waitsSince } }).subscribe({
        error: (error) => {
          isFresh = true
          attempt(error instanceof PermitDeclined ? error.waitsSince : undefined)
        },
      })
    attempt()
    for (const name of ['b1', 'b2']) ask({ name, principal: 'b', priority: 'background' })
    first.answer()
    clock.advance(1000)
    expect([seen, sent]).toEqual(['sent 1000', ['r1 0']])
  })

  it('does not go first if its turn was of no use to others: it was withheld for another reason', () => {
    const { of: policy, ask, sent, clock } = spending({ limits: { application: { requests: 1, per: 1000 } } })
    const first = ask()
    const left: Array<number> = []
    const http = policy('a')(() => {
      left.push(clock.monotonic())
      return throwError(() => new RequestNotSent({ ...place, reason: 'circuit', retryAfter: none }))
    })
    const request = httpRequest({ access: 'user', priority: 'background' })
    http(request).subscribe({ error: () => http(request).subscribe({ error: () => undefined }) })
    const b1 = ask({ name: 'b1', principal: 'b', priority: 'background' })
    first.answer()
    clock.advance(1000)
    expect([left, sent]).toEqual([[1000], ['r1 0', 'b1 1000']])
    b1.answer()
    clock.advance(1000)
    expect(left).toEqual([1000, 2000])
  })
})

describe('those who come while others are let go', () => {
  it('do not wait if there is room, and nobody tells that they do', () => {
    const { of: policy, events } = spending({ maxWaiting: 0 })
    const http = policy('a')(() => of(json({})))
    const seen: Array<string> = []
    http(httpRequest()).subscribe(() => {
      for (let i = 0; i < 3; i++)
        http(httpRequest()).subscribe({ next: () => seen.push('answer'), error: () => seen.push('error') })
    })
    expect([seen, events()]).toEqual([['answer', 'answer', 'answer'], []])
  })

  it('do not count as waiting while their answers are pending', () => {
    const { of: policy, events } = spending({ maxWaiting: 0 })
    const answers = new Subject<HttpResponse>()
    const seen: Array<string> = []
    policy('a')(() => of(json({})))(httpRequest()).subscribe(() => {
      policy('a')(() => answers.pipe(take(1)))(httpRequest()).subscribe({
        next: () => seen.push('answer'),
        error: () => seen.push('error'),
      })
    })
    answers.next(json({}))
    expect([seen, events()]).toEqual([['answer'], []])
  })

  it('are withheld beyond the places, the last first', () => {
    const { of: policy } = spending({ limits: { user: { requests: 2, per: 1000 } }, maxWaiting: 2 })
    const http = policy('a')(() => of(json({})))
    const seen: Array<string> = []
    http(httpRequest({ access: 'user' })).subscribe(() => {
      for (const name of ['a', 'b', 'c', 'd'])
        http(httpRequest({ access: 'user' })).subscribe({
          next: () => seen.push(name),
          error: () => seen.push(`-${name}`),
        })
    })
    expect(seen).toEqual(['a', '-d'])
  })

  it('do not stay if they have left before they came', () => {
    const { of: policy, ask, clock } = spending({ limits: { user: { requests: 1, per: 1000 } }, maxWaiting: 1 })
    ask({ principal: 'a' })
    const go = new Subject<void>()
    const http = policy('a')(() => of(json({})))
    const left = go
      .pipe(
        switchMap(() => {
          left.unsubscribe()
          return http(httpRequest({ access: 'user' }))
        }),
      )
      .subscribe()
    go.next()
    expect(clock.pending()).toBe(0)
    expect(ask({ principal: 'a' }).seen).toEqual([])
  })
})

describe('an authentication that waits in the background', () => {
  const limits = { application: { requests: 1, per: 1000 } }

  it('goes before others once somebody waits for it', () => {
    const { of: policy, ask, sent, clock } = spending({ limits })
    const first = ask()
    ask({ name: 'watcher', principal: 'b', priority: 'background' })
    ask({ name: 'token', principal: 'a', priority: 'background', ...authenticating })
    policy('b').promote(0)
    policy('a').promote(0)
    first.answer()
    clock.advance(1000)
    expect(sent).toEqual(['r1 0', 'token 1000'])
  })

  it('goes before others, too, if it comes to wait after somebody waits for it', () => {
    const { of: policy, ask, sent, clock } = spending({ limits })
    const background = { priority: 'background', ...authenticating } as const
    const first = ask()
    policy('a').promote(7)
    ask({ name: 'earlier', principal: 'a', number: 6, ...background })
    ask({ name: 'watcher', principal: 'b', priority: 'background' })
    ask({ name: 'token', principal: 'a', number: 7, ...background })
    first.answer()
    clock.advance(1000)
    expect(sent).toEqual(['r1 0', 'token 1000'])
  })

  it('has an hour from then', () => {
    const { of: policy, ask, clock } = spending({ limits })
    const first = ask()
    const asked = ask({ name: 'token', principal: 'a', priority: 'background', ...authenticating })
    clock.advance(2 * hour)
    policy('a').promote(0)
    clock.advance(hour - 1)
    first.answer()
    expect([asked.seen, clock.pending()]).toEqual([[`withheld: budget 1000`], 0])
  })
})

describe('after a cool-down', () => {
  it.each([404, 401, 408])('a %d is an answer, so that more may leave at once', (status) => {
    const { ask, sent } = spending()
    ask().fail(answered(429, 0))
    const [next] = [ask(), ask(), ask(), ask()]
    expect(sent).toHaveLength(2)
    next.fail(answered(status))
    expect(sent).toHaveLength(4)
  })

  it.each([500, 503])('a %d is none', (status) => {
    const { ask, sent } = spending()
    ask().fail(answered(429, 0))
    const [next] = [ask(), ask(), ask(), ask()]
    next.fail(answered(status))
    expect(sent).toHaveLength(3)
  })
})
