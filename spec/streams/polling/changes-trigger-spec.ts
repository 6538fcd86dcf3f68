import { BehaviorSubject, finalize, interval, type Observable, of, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { listResponse, serverStart, updatedStocks, watch } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { late, watching } from '../../helpers/watching.js'

/** When rounds began, by marbles: questions take 200 ms, and a round is due after ten seconds. */
const begun = (trigger: string, questions: ReadonlyArray<string>, until = '^ 15s !'): void => {
  marbles(({ cold, hot, clock, expectObservable, expectSubscriptions }) => {
    const question = cold('200ms (a|)', { a: listResponse([]) })
    const trigger$ = hot(trigger)
    const watch$ = changes(watching(() => question, { clock }))(updatedStocks, { every: 10_000, trigger$ })
    expectObservable(watch$, until)
    expectSubscriptions(question.subscriptions).toBe(questions.map((start) => `${start}^ 199ms !`))
    expectSubscriptions(trigger$.subscriptions).toBe(until)
  })
}

describe('changes with a trigger', () => {
  it('begins a round at once, and counts the interval anew', () => {
    begun('3s x', ['', '3s ', '13200ms '])
  })

  it('begins one round after the one that runs, however often it is triggered meanwhile', () => {
    begun('10ms x 9ms x 9ms x 9ms x', ['', '1200ms ', '11400ms '])
  })

  it('begins no round sooner than a second after the last, and one for all triggers in between', () => {
    begun('300ms x 99ms x 99ms x', ['', '1200ms ', '11400ms '])
  })

  it('is bounded in rate, however fast it is triggered', () => {
    const clock = createVirtualClock()
    const config = { trigger$: interval(1, clock.scheduler) }
    const { counts, subscription } = watch(() => late(clock, 200, listResponse([])), config, { clock })
    clock.advance(60_000)
    expect(counts).toMatchObject({ started: 51, aborted: 0, mostInFlight: 1 })
    subscription.unsubscribe()
    expect(clock.pending()).toBe(0)
  })

  it('arms one timer for a thousand triggers', () => {
    const clock = createVirtualClock({ start: serverStart })
    const trigger$ = new Subject<void>()
    const { counts } = watch(() => listResponse([]), { trigger$ }, { clock })
    const armed = jest.spyOn(clock.scheduler, 'schedule')
    for (let times = 0; times < 1000; times++) trigger$.next()
    expect(armed).toHaveBeenCalledTimes(1)
    clock.advance(1000)
    expect(counts.started).toBe(2)
  })

  it('does not put off a round that is due sooner', () => {
    const trigger$ = new Subject<void>()
    const { clock, counts } = watch(() => listResponse([]), { trigger$, every: 400 })
    clock.advance(100)
    trigger$.next()
    clock.advance(299)
    expect(counts.started).toBe(1)
    clock.advance(1)
    expect(counts.started).toBe(2)
  })

  it('begins a watcher that waits for its start, which many others share', () => {
    const clock = createVirtualClock({ start: serverStart })
    const trigger$ = new Subject<void>()
    let asked = 0
    const http = () => {
      asked++
      return of(listResponse([]))
    }
    const watchOne = changes(watching(http, { clock, random: () => 0.9 }))
    const start = (config: { readonly trigger$?: Subject<void> }) =>
      watchOne(updatedStocks, { every: 86_400_000, ...config }).subscribe()
    for (let n = 0; n < 10; n++) start({})
    start({ trigger$ })
    clock.advance(2000)
    expect(asked).toBe(10)
    trigger$.next()
    expect(asked).toBe(11)
    clock.advance(3_600_000)
    expect(asked).toBe(11)
  })

  it('takes a trigger during the first round for another round', () => {
    begun('100ms x', ['', '1200ms ', '11400ms '])
  })

  it('takes a trigger at the subscription for the first round, which begins anyway', () => {
    const { clock, counts } = watch(() => listResponse([]), { trigger$: new BehaviorSubject('now') })
    clock.advance(59_999)
    expect(counts.started).toBe(1)
  })

  it('takes a trigger that a batch causes for a round after this one', () => {
    const trigger$ = new Subject<void>()
    const clock = createVirtualClock({ start: serverStart })
    const begun: Array<number> = []
    const http = () => {
      begun.push(clock.monotonic())
      return of(listResponse([]))
    }
    const watch$ = changes(watching(http, { clock }))(updatedStocks, { trigger$ })
    watch$.subscribe(() => {
      if (begun.length < 3) trigger$.next()
    })
    clock.advance(30_000)
    expect(begun).toEqual([0, 1000, 2000])
  })

  it('does not cut a wait short that the service asked for', () => {
    const trigger$ = new Subject<void>()
    const refused = { status: 429, headers: { 'retry-after': '30' }, body: '' }
    const { clock, counts } = watch((_, turn) => (turn === 0 ? refused : listResponse([])), { trigger$ })
    for (let second = 0; second < 29; second++) {
      trigger$.next()
      clock.advance(1000)
    }
    expect(counts.started).toBe(1)
    clock.advance(1000)
    expect(counts.started).toBe(2)
  })

  it('continues by the interval when the trigger completes', () => {
    const { clock, counts, errors } = watch(() => listResponse([]), { trigger$: of() })
    clock.advance(120_000)
    expect([counts.started, errors]).toEqual([3, []])
  })

  it('errors with the trigger, aborts the request and leaves no timer', () => {
    marbles(({ cold, hot, clock, expectObservable, expectSubscriptions }) => {
      const question = cold('10s (a|)', { a: listResponse([]) })
      const failure = new RangeError('the socket closed')
      const trigger$: Observable<never> = hot('5s #', undefined, failure)
      const watch$ = changes(watching(() => question, { clock }))(updatedStocks, { trigger$ })
      expectObservable(watch$).toBe('5s #', undefined, failure)
      expectSubscriptions(question.subscriptions).toBe('^ 4999ms !')
    })
  })

  it('names the error of the trigger in the event of the end', () => {
    const connection = watching(() => of(listResponse([])), { clock: createVirtualClock({ start: serverStart }) })
    const trigger$ = new Subject<void>()
    const failure = new RangeError('the socket closed')
    changes(connection)(updatedStocks, { trigger$ }).subscribe({ error: () => undefined })
    trigger$.error(failure)
    expect(connection.events.at(-1)).toMatchObject({ _tag: 'WatcherEnded', watcher: 1, error: failure })
  })

  it('asks nothing if the trigger errors at once', () => {
    const failure = new RangeError('no socket')
    const { errors, counts, clock } = watch(() => listResponse([]), { trigger$: throwError(() => failure) })
    expect([errors, counts.started, clock.pending()]).toEqual([[failure], 0, 0])
  })

  it('lets go of the trigger when it is unsubscribed or errors', () => {
    let released = 0
    const trigger$ = new Subject<void>()
    const config = { trigger$: trigger$.pipe(finalize(() => released++)) }
    watch(() => listResponse([]), config).subscription.unsubscribe()
    expect(released).toBe(1)
    expect(watch(() => ({ status: 403, headers: {}, body: '' }), config).errors).toHaveLength(1)
    expect([released, trigger$.observed]).toEqual([2, false])
  })
})
