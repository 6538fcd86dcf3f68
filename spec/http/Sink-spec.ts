import { NEVER, Observable, of, Subject, type Subscriber, Subscription } from 'rxjs'
import { Sink } from '../../lib/http/Sink.js'

/** A sink that notes what it is told. */
class Noting extends Sink<number> {
  constructor(
    subscriber: Subscriber<unknown>,
    private readonly log: Array<unknown>,
  ) {
    super(subscriber)
  }

  next(value: number): void {
    this.log.push(value)
  }

  error(error: unknown): void {
    this.log.push({ error })
  }

  complete(): void {
    this.log.push('complete')
  }
}

const setUp = () => {
  const log: Array<unknown> = []
  let sink: Noting | undefined
  const subscription = new Observable((subscriber) => {
    sink = new Noting(subscriber, log)
    subscriber.add(sink)
  }).subscribe()
  return { log, subscription, sink: sink as unknown as Noting }
}

const noting = (log: Array<unknown>, word: string) => () => void log.push(word)

const throwing = (error: unknown) => () => {
  throw error
}

const thrownBy = (work: () => void): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('Sink', () => {
  it('is what an Observable tells, with no subscriber between', () => {
    const { log, sink } = setUp()
    let told: unknown
    new Observable<number>((subscriber) => {
      told = subscriber
      subscriber.next(1)
    }).subscribe(sink)
    of(2).subscribe(sink)
    expect([told === sink, log]).toEqual([true, [1, 2, 'complete']])
  })

  it('lets go of what it holds, in order, once', () => {
    for (const count of [1, 2, 3, 4]) {
      const { log, sink } = setUp()
      const words = Array.from({ length: count }, (_, index) => String(index))
      for (const word of words) sink.add(noting(log, word))
      expect([sink.closed, log]).toEqual([false, []])
      sink.unsubscribe()
      sink.unsubscribe()
      expect([sink.closed, log]).toEqual([true, words])
    }
  })

  it('lets go of subscriptions, whatever they are of', () => {
    const { sink } = setUp()
    const source = new Subject<number>()
    const inner = new Subscription()
    source.subscribe(sink)
    sink.add(inner)
    sink.unsubscribe()
    expect([source.observed, inner.closed]).toEqual([false, true])
  })

  it('is let go of by its subscriber, and leaves it when it ends before', () => {
    const { log, sink, subscription } = setUp()
    sink.add(noting(log, 'gone'))
    subscription.unsubscribe()
    expect([sink.closed, log]).toEqual([true, ['gone']])

    const other = setUp()
    const remove = jest.spyOn(other.subscription, 'remove')
    other.sink.unsubscribe()
    expect(remove.mock.calls).toEqual([[other.sink]])
  })

  it('lets go at once of what comes too late, and says what went wrong with it', () => {
    const { log, sink } = setUp()
    sink.unsubscribe()
    sink.add(noting(log, 'late'))
    const late = NEVER.subscribe()
    sink.add(late)
    expect([log, late.closed]).toEqual([['late'], true])
    expect(thrownBy(() => sink.add(throwing('broken')))).toBe('broken')
    expect(thrownBy(() => sink.add(throwing(undefined)))).toBe(undefined)
  })

  it('holds neither nothing nor itself', () => {
    const { log, sink } = setUp()
    sink.add(undefined)
    sink.add(sink)
    sink.add(noting(log, 'one'))
    sink.add(sink)
    sink.unsubscribe()
    expect(log).toEqual(['one'])
  })

  it('does not let go of what was removed', () => {
    for (const removed of [0, 1, 2]) {
      const { log, sink } = setUp()
      const held = ['0', '1', '2'].map((word) => noting(log, word))
      for (const one of held) sink.add(one)
      sink.remove(held[removed] as () => void)
      sink.remove(noting(log, 'never added'))
      sink.unsubscribe()
      expect(log).toEqual(['0', '1', '2'].filter((word) => word !== String(removed)))
    }
    const { log, sink } = setUp()
    const only = noting(log, 'only')
    sink.add(only)
    sink.remove(only)
    sink.unsubscribe()
    expect(log).toEqual([])
  })

  it('does not keep what has ended by itself', () => {
    const { log, sink } = setUp()
    const ended = { closed: false, unsubscribe: noting(log, 'ended') }
    sink.add(ended)
    ended.closed = true
    sink.add(noting(log, 'one'))
    sink.unsubscribe()
    expect(log).toEqual(['one'])
  })

  it('lets go of all, and then throws what went wrong, as a Subscription does', () => {
    const { log, sink } = setUp()
    const inner = new Subscription(throwing('first'))
    inner.add(throwing('second'))
    sink.add(inner)
    sink.add(noting(log, 'between'))
    sink.add(throwing('third'))
    const thrown = thrownBy(() => sink.unsubscribe())
    expect([thrown, log]).toMatchObject([
      { name: 'UnsubscriptionError', errors: ['first', 'second', 'third'] },
      ['between'],
    ])
  })
})
