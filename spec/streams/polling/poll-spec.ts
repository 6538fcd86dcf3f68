import { none, some } from 'fp-ts/lib/Option.js'
import { NEVER, of, take, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { poll } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { answers, inTurn, lost, request, states } from '../../helpers/refreshes.js'
import { json } from '../../helpers/responses.js'
import { counting, polled, watching } from '../../helpers/watching.js'

describe('poll', () => {
  it('asks the next question the interval after the answer', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('150ms (r|)', answers)
      const poll$ = poll(watching(() => question, { clock }))(request, { every: 100 })
      expectObservable(poll$.pipe(take(3))).toBe('150ms r 249ms r 249ms (r|)', states)
      expectSubscriptions(question.subscriptions).toBe(['^ 149ms !', '250ms ^ 149ms !', '500ms ^ 149ms !'])
    })
  })

  it('waits two seconds unless it is told otherwise', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const poll$ = poll(watching(() => cold('(r|)', answers), { clock }))(request)
      expectObservable(poll$, '^ 4500ms !').toBe('r 1999ms r 1999ms r', states)
    })
  })

  it('does not end by itself', () => {
    const clock = createVirtualClock()
    let seen = 0
    poll(watching(() => of(answers.f), { clock }))(request, { every: 60_000 }).subscribe(() => seen++)
    clock.advance(24 * 3_600_000)
    expect(seen).toBe(24 * 60 + 1)
  })

  it('retries after transient errors with growing delays until an answer comes, and emits events for them', () => {
    marbles(({ cold, clock, flush }) => {
      const ok = cold('(r|)', answers)
      const busy = cold('(b|)', { b: json({}, 503) })
      const http = inTurn(busy, cold('#', undefined, lost), busy, ok, busy, ok)
      const connection = watching(http, { clock })
      poll(connection)(request, { every: 100 }).pipe(take(2)).subscribe()
      flush()
      expect(polled(connection.events)).toEqual(['503 500', 'NetworkError 1000', '503 2000', '- 100', '503 500'])
      expect(connection.events.at(0)).toMatchObject({ _tag: 'WatcherStarted', watcher: 1, every: 100 })
      expect(connection.events.at(-1)).toMatchObject({ _tag: 'WatcherEnded', watcher: 1 })
      const rounds = connection.events.filter(({ _tag }) => _tag === 'Polled')
      expect(rounds).toEqual(Array(5).fill(expect.objectContaining({ watcher: 1, checkpoint: none })))
    })
  })

  it('backs off itself, without the retries of other requests', () => {
    const clock = createVirtualClock()
    const retried = () => throwError(() => new RangeError('the retry policy was asked'))
    const seen: Array<unknown> = []
    poll(watching(() => of(answers.r), { clock, http: retried }))(request).subscribe((state) => seen.push(state))
    expect(seen).toEqual([states.r])
  })

  it('errors with what waiting cannot mend', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const missing = cold('--(m|)', { m: json({ type: 'not_found' }, 404) })
      const failure = { _tag: 'StatusError', operation: request.operation, status: 404, type: some('not_found') }
      const poll$ = poll(watching(() => missing, { clock }))(request)
      expectObservable(poll$).toBe('--#', undefined, expect.objectContaining(failure))
      expectSubscriptions(missing.subscriptions).toBe('^-!')
    })
  })

  it('errors with an answer that cannot be decoded', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const poll$ = poll(watching(() => cold('(x|)', { x: json({ status: 7 }) }), { clock }))(request)
      const issues = [{ path: '/status', expected: 'string' }]
      expectObservable(poll$).toBe('#', undefined, expect.objectContaining({ _tag: 'DecodeError', issues }))
    })
  })

  it('errors with what `until` throws', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('-(r|)', answers)
      const until = () => {
        throw new RangeError('in until')
      }
      const poll$ = poll(watching(() => question, { clock }))(request, { until })
      expectObservable(poll$).toBe('-#', undefined, new RangeError('in until'))
      expectSubscriptions(question.subscriptions).toBe('^!')
    })
  })

  it('aborts the question when it is unsubscribed', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('10s (r|)', answers)
      expectObservable(poll(watching(() => question, { clock }))(request), '^ 2s !').toBe('')
      expectSubscriptions(question.subscriptions).toBe('^ 2s !')
    })
  })

  it('clears the timer when it is unsubscribed between questions', () => {
    const clock = createVirtualClock()
    const { http, counts } = counting(() => of(answers.r))
    const subscription = poll(watching(http, { clock }))(request).subscribe()
    clock.advance(1000)
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
    clock.advance(60_000)
    expect(counts).toMatchObject({ started: 1, aborted: 0 })
  })

  it('leaves no timer behind when its consumer has enough while an answer is handed out', () => {
    const clock = createVirtualClock()
    const { http, counts } = counting(() => of(answers.r))
    poll(watching(http, { clock }))(request).pipe(take(1)).subscribe()
    expect([counts.started, clock.pending()]).toEqual([1, 0])
  })

  it('gives each subscriber questions and failures of its own', () => {
    const clock = createVirtualClock()
    const connection = watching(() => throwError(() => lost), { clock })
    const poll$ = poll(connection)(request)
    const first = poll$.subscribe()
    clock.advance(60_000)
    first.unsubscribe()
    const before = connection.events.length
    poll$.subscribe()
    expect(polled(connection.events.slice(before))).toEqual(['NetworkError 500'])
  })

  it('gives up a question after the time that an attempt may take, and asks again', () => {
    const clock = createVirtualClock()
    const { http, counts } = counting(() => NEVER)
    const connection = watching(http, { clock })
    poll(connection)(request, { timeout: 5000 }).subscribe()
    clock.advance(5500)
    expect(polled(connection.events)).toEqual(['TimeoutError 500'])
    expect(counts).toMatchObject({ started: 2, aborted: 1, inFlight: 1 })
  })

  it.each([99, '2000', null])('refuses an interval of %p', (every) => {
    const errors: Array<unknown> = []
    const { http, counts } = counting(() => of(answers.r))
    const poll$ = poll(watching(http, { clock: createVirtualClock() }))(request, { every: every as number })
    poll$.subscribe({ error: (error) => errors.push(error) })
    const given = typeof every === 'number' ? ` (is ${String(every)})` : ''
    const issues = [{ path: '/every', expected: `milliseconds, 100 or more${given}` }]
    expect(errors).toEqual([expect.objectContaining({ _tag: 'ConfigError', issues })])
    expect(counts.started).toBe(0)
  })
})
