import { BehaviorSubject, of, Subject, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { PollConfig } from '../../../lib/streams/polling/poll.js'
import { poll } from '../../helpers/interpreters.js'
import { marbles } from '../../helpers/marbles.js'
import { answers, inTurn, isEnd, request } from '../../helpers/refreshes.js'
import { json } from '../../helpers/responses.js'
import { counting, watching } from '../../helpers/watching.js'

type Config = PollConfig<{ readonly status: string }>

/** When questions were asked, by marbles: they take 200 ms, and the next is due after ten seconds. */
const asked = (trigger: string, questions: ReadonlyArray<string>, config: Config = {}): void => {
  marbles(({ cold, hot, clock, expectObservable, expectSubscriptions }) => {
    const question = cold('200ms (r|)', answers)
    const trigger$ = hot(trigger)
    const poll$ = poll(watching(() => question, { clock }))(request, { every: 10_000, trigger$, ...config })
    expectObservable(poll$, '^ 15s !')
    expectSubscriptions(question.subscriptions).toBe(questions.map((start) => `${start}^ 199ms !`))
    expectSubscriptions(trigger$.subscriptions).toBe('^ 15s !')
  })
}

const events = (config: Config, http = () => of(answers.r)) => {
  const clock = createVirtualClock()
  const { http: counted, counts } = counting(http)
  const seen: Array<unknown> = []
  poll(watching(counted, { clock }))(request, config).subscribe({
    next: ({ status }) => seen.push([clock.monotonic(), status]),
    error: (error: { readonly _tag?: string }) => seen.push([clock.monotonic(), error._tag ?? error]),
    complete: () => seen.push([clock.monotonic(), 'complete']),
  })
  return { clock, counts, seen }
}

describe('poll with a trigger', () => {
  it('asks at once, and counts the interval anew', () => {
    asked('3s x', ['', '3s ', '13200ms '])
  })

  it('asks once more after the question that runs, however often it is triggered meanwhile', () => {
    asked('10ms x 9ms x 9ms x', ['', '1200ms ', '11400ms '])
  })

  it('asks no sooner than a second after the last answer', () => {
    asked('300ms x 99ms x', ['', '1200ms ', '11400ms '])
  })

  it('takes a trigger at the subscription for the first question, which is asked anyway', () => {
    const { clock, counts } = events({ every: 60_000, trigger$: new BehaviorSubject('now') })
    clock.advance(59_999)
    expect(counts.started).toBe(1)
  })

  it('does not put off a question that is due sooner', () => {
    const trigger$ = new Subject<void>()
    const { clock, counts } = events({ every: 400, trigger$ })
    clock.advance(399)
    trigger$.next()
    clock.advance(1)
    expect(counts.started).toBe(2)
  })

  it('ends with the answer that ends it, and leaves the triggers', () => {
    const trigger$ = new Subject<void>()
    const http = inTurn(of(answers.r), of(answers.f))
    const { clock, seen } = events({ every: 3_600_000, trigger$, until: isEnd }, () => http({} as never))
    clock.advance(5000)
    trigger$.next()
    clock.advance(0)
    expect(seen).toEqual([
      [0, 'retrieving_data'],
      [5000, 'finished'],
      [5000, 'complete'],
    ])
    expect([trigger$.observed, clock.pending()]).toEqual([false, 0])
  })

  it('keeps its deadline, and takes no triggered question for the last one', () => {
    const trigger$ = new Subject<void>()
    const { clock, seen } = events({ every: 3_600_000, deadline: 10_000, trigger$ })
    clock.advance(3000)
    trigger$.next()
    clock.advance(6500)
    trigger$.next()
    clock.advance(60_000)
    expect(seen).toEqual([
      [0, 'retrieving_data'],
      [3000, 'retrieving_data'],
      [9500, 'retrieving_data'],
      [10_000, 'retrieving_data'],
      [10_000, 'DeadlineExceeded'],
    ])
  })

  it('takes the question at the deadline for the last one even if a trigger has come just before', () => {
    const trigger$ = new Subject<void>()
    const { clock, seen } = events({ every: 3_600_000, deadline: 500, trigger$ })
    clock.advance(400)
    trigger$.next()
    clock.advance(60_000)
    expect(seen.slice(1)).toEqual([
      [500, 'retrieving_data'],
      [500, 'DeadlineExceeded'],
    ])
  })

  it('does not cut a wait short that the service asked for', () => {
    const trigger$ = new Subject<void>()
    const refused = json({ type: 'busy' }, 429, { 'retry-after': '30' })
    const { clock, counts } = events({ trigger$ }, () => of(refused))
    clock.advance(5000)
    trigger$.next()
    clock.advance(24_999)
    expect(counts.started).toBe(1)
  })

  it('names its error in the event of the end', () => {
    const connection = watching(() => of(answers.r), { clock: createVirtualClock() })
    const trigger$ = new Subject<void>()
    const failure = new RangeError('the socket closed')
    poll(connection)(request, { trigger$ }).subscribe({ error: () => undefined })
    trigger$.error(failure)
    expect(connection.events.at(-1)).toMatchObject({ _tag: 'WatcherEnded', watcher: 1, error: failure })
  })

  it('errors with its error', () => {
    const failure = new Error('lost')
    const { seen } = events({ trigger$: throwError(() => failure) })
    expect(seen).toEqual([[0, failure]])
  })

  it('continues when it completes', () => {
    const { clock, counts } = events({ every: 1000, trigger$: of('once') })
    clock.advance(5000)
    expect(counts.started).toBe(6)
  })

  it('begins a poll that waits for its start, which many others share', () => {
    const clock = createVirtualClock()
    const trigger$ = new Subject<void>()
    const { http, counts } = counting(() => of(answers.r))
    const pollOne = poll(watching(http, { clock, random: () => 0.9 }))
    for (let n = 0; n < 10; n++) pollOne(request, { every: 86_400_000 }).subscribe()
    pollOne(request, { every: 86_400_000, trigger$ }).subscribe()
    clock.advance(2000)
    trigger$.next()
    clock.advance(0)
    expect(counts.started).toBe(11)
  })

  it('must be an Observable', () => {
    const { seen } = events({ trigger$: 'now' as never })
    expect(seen).toEqual([[0, 'ConfigError']])
  })
})
