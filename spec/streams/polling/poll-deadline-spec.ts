import { inspect } from 'node:util'
import { isSome, none } from 'fp-ts/lib/Option.js'
import { delayWhen, map, of, throwError } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { DeadlineExceeded } from '../../../lib/base/error/DeadlineExceeded.js'
import { reveal } from '../../../lib/base/Redacted.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { poll } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { answers, inTurn, isEnd, lost, request, states } from '../../helpers/refreshes.js'
import { json } from '../../helpers/responses.js'
import { after, counting, polled, watching } from '../../helpers/watching.js'

const exceeded = expect.objectContaining({ _tag: 'DeadlineExceeded', operation: request.operation })

/** The error that ends a watch whose question is always answered alike. */
const endOf = (http: Parameters<typeof watching>[0], deadline: number): DeadlineExceeded => {
  const clock = createVirtualClock()
  const errors: Array<unknown> = []
  poll(watching(http, { clock }))(request, { deadline }).subscribe({ error: (error) => errors.push(error) })
  clock.advance(24 * 3_600_000)
  const [error] = errors
  if (!(error instanceof DeadlineExceeded)) throw new Error('it did not end with the deadline')
  return error
}

describe('poll with a deadline', () => {
  it('asks but once at the deadline when a question falls due with it', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const question = cold('(r|)', answers)
      const poll$ = poll(watching(() => question, { clock }))(request, { every: 1000, deadline: 2000 })
      expectObservable(poll$).toBe('r 999ms r 999ms (r#)', states, exceeded)
    })
  })

  it('asks but once at the deadline when the timer is a little early', () => {
    const clock = createVirtualClock()
    const hasty: Clock = { ...clock, monotonic: () => clock.monotonic() * 0.9999 }
    const { http, counts } = counting(() => of(answers.r).pipe(delayWhen(() => after(clock, 5))))
    const errors: Array<unknown> = []
    const poll$ = poll(watching(http, { clock: hasty }))(request, { deadline: 1000 })
    poll$.subscribe({ error: (error) => errors.push(error) })
    clock.advance(60_000)
    expect([errors, counts.started]).toEqual([[exceeded], 2])
  })

  it('completes when the last question brings the end', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const http = inTurn(cold('(r|)', answers), cold('--(f|)', answers))
      const poll$ = poll(watching(http, { clock }))(request, { every: 60_000, deadline: 1000, until: isEnd })
      expectObservable(poll$).toBe('r 1001ms (f|)', states)
    })
  })

  it('waits for the answer that is under way at the deadline, and asks once more', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('400ms (r|)', answers)
      const poll$ = poll(watching(() => question, { clock }))(request, { every: 500, deadline: 1000 })
      expectObservable(poll$).toBe('400ms r 899ms r 399ms (r#)', states, exceeded)
      expectSubscriptions(question.subscriptions).toBe(['^ 399ms !', '900ms ^ 399ms !', '1300ms ^ 399ms !'])
    })
  })

  it('asks once and errors with a deadline of nothing', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('-(r|)', answers)
      const poll$ = poll(watching(() => question, { clock }))(request, { deadline: 0 })
      expectObservable(poll$).toBe('-(r#)', states, exceeded)
      expectSubscriptions(question.subscriptions).toBe('^!')
    })
  })

  it('asks nothing more, and still errors at the deadline, when the service asked to wait beyond it', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const refused = cold('(b|)', { b: json({}, 429, { 'retry-after': '11' }) })
      const poll$ = poll(watching(() => refused, { clock }))(request, { deadline: 10_000 })
      expectObservable(poll$).toBe('10s #', undefined, exceeded)
      expectSubscriptions(refused.subscriptions).toBe('(^!)')
    })
  })

  it('asks at the deadline when the service asked to wait until then', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const http = inTurn(cold('(b|)', { b: json({}, 429, { 'retry-after': '10' }) }), cold('(f|)', answers))
      const poll$ = poll(watching(http, { clock }))(request, { deadline: 10_000, until: isEnd })
      expectObservable(poll$).toBe('10s (f|)', states)
    })
  })

  it('asks at the deadline if its own wait after a failure would end later', () => {
    const clock = createVirtualClock()
    const { http, counts } = counting(() => throwError(() => lost))
    const connection = watching(http, { clock })
    const errors: Array<unknown> = []
    poll(connection)(request, { deadline: 2000 }).subscribe({ error: (error) => errors.push(error) })
    clock.advance(2000)
    expect(polled(connection.events)).toEqual(['NetworkError 500', 'NetworkError 1000', 'NetworkError 500'])
    expect([errors, counts.started]).toEqual([[exceeded], 4])
  })

  it('does not wait for a service that is silent much beyond the deadline', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold<HttpResponse>('-')
      const poll$ = poll(watching(() => question, { clock }))(request, { every: 1000, deadline: 5000 })
      expectObservable(poll$).toBe('6s #', states, exceeded)
      expectSubscriptions(question.subscriptions).toBe(['^ 4999ms !', '5s ^ 999ms !'])
    })
  })

  it('carries the last state that came, also when the last question failed', () => {
    const http = inTurn(of(answers.r), of(answers.u), of(answers.b))
    const { last, deadline } = endOf(http, 4000)
    expect(isSome(last) ? reveal(last.value) : undefined).toEqual(states.u)
    expect(deadline).toBe(4000)
  })

  it('carries no state if none came', () => {
    expect(endOf(() => of(answers.b), 4000).last).toEqual(none)
  })

  it('shows the state neither in its message, nor as JSON, nor when it is inspected', () => {
    const error = endOf(() => of(answers.r), 4000)
    const shown = [error.message, error.stack, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })]
    expect(shown.join('\n')).not.toContain('retrieving_data')
  })

  it('measures the deadline by a clock that nobody sets', () => {
    const clock = createVirtualClock()
    const times: Array<number> = []
    const http = () => of(answers.r).pipe(map((answer) => (times.push(clock.monotonic()), answer)))
    const poll$ = poll(watching(http, { clock }))(request, { deadline: 5000 })
    poll$.subscribe({ error: () => times.push(-clock.monotonic()) })
    clock.stepWall(3_600_000)
    clock.advance(3000)
    clock.stepWall(-7_200_000)
    clock.advance(3000)
    expect(times).toEqual([0, 2000, 4000, 5000, -5000])
  })

  it('leaves no timer behind when it is unsubscribed while it waits for the deadline', () => {
    const clock = createVirtualClock()
    const refused = () => of(json({}, 429, { 'retry-after': '60' }))
    const subscription = poll(watching(refused, { clock }))(request, { deadline: 10_000 }).subscribe()
    clock.advance(1000)
    expect(clock.pending()).toBe(1)
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it.each([NaN, Infinity, -1])('refuses a deadline of %p', (deadline) => {
    const errors: Array<unknown> = []
    const connection = watching(() => of(answers.r), { clock: createVirtualClock() })
    poll(connection)(request, { deadline }).subscribe({ error: (error) => errors.push(error) })
    const issues = [{ path: '/deadline', expected: `milliseconds, 0 or more (is ${String(deadline)})` }]
    expect(errors).toEqual([expect.objectContaining({ _tag: 'ConfigError', issues })])
  })
})
