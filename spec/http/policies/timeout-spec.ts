import { some } from 'fp-ts/lib/Option.js'
import { catchError, map, NEVER, of, type SchedulerLike, take } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { TimeoutError } from '../../../lib/base/error/TimeoutError.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { timeout } from '../../../lib/http/policies/timeout.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { marbles } from '../../helpers/marbles.js'
import { json } from '../../helpers/responses.js'

const a = json({ ok: true })
const late = new TimeoutError({ operation: 'transactions.list', page: some(4), timeout: 10 })
const request = httpRequest({ operation: 'transactions.list', page: some(4), timeout: 10 })

describe('timeout', () => {
  it('passes an answer in time on, and clears its timer', () => {
    const clock = createVirtualClock()
    const seen: Array<unknown> = []
    timeout(clock)(() => of(a))(request).subscribe({
      next: (value) => seen.push(value),
      complete: () => seen.push('end'),
    })
    expect([seen, clock.pending()]).toEqual([[a, 'end'], 0])
  })

  it('waits until the last moment', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold('         9ms (a|)', { a })
      expectObservable(timeout(clock)(() => source)(request)).toBe('9ms (a|)', { a })
      expectSubscriptions(source.subscriptions).toBe('^ 8ms !')
    })
  })

  it('is a TimeoutError that names the request when no response comes, and aborts it', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold<HttpResponse>('-')
      expectObservable(timeout(clock)(() => source)(request)).toBe('10ms #', undefined, late)
      expectSubscriptions(source.subscriptions).toBe('^ 9ms !')
    })
  })

  it('passes a failure in time on, and clears its timer', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold<HttpResponse>('--#', undefined, 'lost')
      expectObservable(timeout(clock)(() => source)(request)).toBe('--#', undefined, 'lost')
      expectSubscriptions(source.subscriptions).toBe('^-!')
    })
  })

  it('gives every subscription, and so every attempt, its own time', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold<HttpResponse>('-')
      const http = timeout(clock)(() => source)
      expectObservable(http(request), '^').toBe('10ms #', undefined, late)
      expectObservable(http(request), '5ms ^').toBe('15ms #', undefined, late)
      expectSubscriptions(source.subscriptions).toBe(['^ 9ms !', '5ms ^ 9ms !'])
    })
  })

  it('aborts when it is unsubscribed from', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const source = cold<HttpResponse>('-')
      expectObservable(timeout(clock)(() => source)(request), '^--!').toBe('-')
      expectSubscriptions(source.subscriptions).toBe('^--!')
    })
  })

  it('clears its timer when it is unsubscribed from', () => {
    const clock = createVirtualClock()
    const asked = timeout(clock)(() => NEVER)(request).subscribe()
    expect(clock.pending()).toBe(1)
    asked.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('takes a month as a month, not as a timer that fires at once', () => {
    const clock = createVirtualClock()
    const month = 31 * 24 * 3_600_000
    const errors: Array<unknown> = []
    timeout(clock)(() => NEVER)({ ...request, timeout: month }).subscribe({ error: (error) => errors.push(error) })
    clock.advance(month - 1)
    expect(errors).toEqual([])
    clock.advance(1)
    expect(errors).toEqual([new TimeoutError({ ...request, timeout: month })])
  })

  it.each([
    ['a response', '--(a|)'],
    ['a failure', '--#'],
  ])('has no timer armed any more when it tells of %s', (_, diagram) => {
    marbles(({ cold, clock, expectObservable }) => {
      let armed = 0
      const schedule = ((work: () => void, ms?: number) => {
        armed++
        const timer = clock.scheduler.schedule(work, ms)
        timer.add(() => armed--)
        return timer
      }) as SchedulerLike['schedule']
      const counted = { ...clock, scheduler: { now: () => clock.scheduler.now(), schedule } }
      const reported = timeout(counted)(() => cold(diagram, { a }))(request).pipe(
        map(() => armed),
        catchError(() => of(armed)),
      )
      expectObservable(reported.pipe(take(1))).toBe('--(n|)', { n: 0 })
    })
  })

  it.each([NaN, -1])(
    'fails with what is wrong for %p milliseconds, which a policy may ask for, and sends nothing',
    (ms) => {
      marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
        const source = cold<HttpResponse>('-')
        const wrong = new RangeError('delay: a number of milliseconds, 0 or more')
        expectObservable(timeout(clock)(() => source)({ ...request, timeout: ms })).toBe('#', undefined, wrong)
        expectSubscriptions(source.subscriptions).toBe([])
      })
    },
  )
})
