import { Observable, of, range, Subject, tap, throwError } from 'rxjs'
import { toPlatform } from '../../../lib/streams/send/toPlatform.js'
import { StandInObservable } from '../../helpers/platformObservable.js'

const platform = globalThis as { Observable?: unknown }

/** What an observer has received. */
const observe = () => {
  const seen: Array<unknown> = []
  const observer = {
    next: (value: unknown) => seen.push(value),
    error: (error: unknown) => seen.push(error),
    complete: () => seen.push('complete'),
  }
  return { seen, observer }
}

describe('toPlatform', () => {
  beforeEach(() => {
    platform.Observable = StandInObservable
  })

  afterEach(() => {
    delete platform.Observable
  })

  it("returns an Observable of the platform, with the stream's values and its completion", () => {
    const { seen, observer } = observe()
    const converted = toPlatform(of(1, 2))
    converted.subscribe(observer)
    expect(converted).toBeInstanceOf(StandInObservable)
    expect(seen).toEqual([1, 2, 'complete'])
  })

  it('passes on the error of the stream', () => {
    const { seen, observer } = observe()
    const failure = new Error('broken')
    toPlatform(throwError(() => failure)).subscribe(observer)
    expect(seen).toEqual([failure])
  })

  it('subscribes to the stream only when somebody subscribes', () => {
    const source = new Subject<number>()
    toPlatform(source)
    expect(source.observed).toBe(false)
  })

  it('unsubscribes when the signal is aborted, and emits nothing more', () => {
    const { seen, observer } = observe()
    const source = new Subject<number>()
    const controller = new AbortController()
    toPlatform(source).subscribe(observer, { signal: controller.signal })
    source.next(1)
    controller.abort()
    expect(source.observed).toBe(false)
    expect(seen).toEqual([1])
  })

  it('does not subscribe if the signal was aborted before', () => {
    const { seen, observer } = observe()
    let subscriptions = 0
    const source = new Observable<number>(() => {
      subscriptions++
    })
    toPlatform(source).subscribe(observer, { signal: AbortSignal.abort() })
    expect([subscriptions, seen]).toEqual([0, []])
  })

  it('stops a stream that emits synchronously', () => {
    const controller = new AbortController()
    let emitted = 0
    const source = range(1, 1000).pipe(tap(() => emitted++))
    toPlatform(source).subscribe(
      (value) => {
        if (value === 3) controller.abort()
      },
      { signal: controller.signal },
    )
    expect(emitted).toBe(3)
  })

  it('shares one subscription among concurrent subscribers, until the last one unsubscribes', () => {
    const source = new Subject<number>()
    const [first, second, third] = [observe(), observe(), observe()]
    const [one, two] = [new AbortController(), new AbortController()]
    let subscriptions = 0
    const counted = new Observable<number>((subscriber) => {
      subscriptions++
      return source.subscribe(subscriber)
    })
    const converted = toPlatform(counted)
    converted.subscribe(first.observer, { signal: one.signal })
    source.next(1)
    converted.subscribe(second.observer, { signal: two.signal })
    source.next(2)
    one.abort()
    source.next(3)
    two.abort()
    expect([first.seen, second.seen, subscriptions, source.observed]).toEqual([[1, 2], [2, 3], 1, false])
    converted.subscribe(third.observer)
    source.next(4)
    expect([third.seen, subscriptions]).toEqual([[4], 2])
  })

  it('throws a ConfigError where the platform has no Observable, and finds one that is installed later', () => {
    delete platform.Observable
    expect(() => toPlatform(of(1))).toThrow(/^wrong configuration: Observable: expected the platform's own Observable/)
    platform.Observable = StandInObservable
    expect(toPlatform(of(1))).toBeInstanceOf(StandInObservable)
  })

  it('throws a ConfigError for what is no Observable', () => {
    expect(() => toPlatform([1] as unknown as Observable<number>)).toThrow(/^wrong configuration: stream: expected an/)
  })
})
