import { EMPTY, identity, map, Observable, of, repeat, Subject, type Subscriber, take, throwError } from 'rxjs'
import { relay, type RelayHandlers, RelaySource } from '../../lib/http/relay.js'

/** The same as an Observable to which a relay subscribes directly. */
const direct = <A>(source: Observable<A>): Observable<A> =>
  new RelaySource((subscriber) => subscriber.add(source.subscribe(subscriber)))

const kinds = [
  ['any Observable', identity],
  ['a RelaySource', direct],
  ['an operator on a RelaySource', <A>(source: Observable<A>) => direct(source).pipe(map(identity<A>))],
] as const

describe.each(kinds)('relay, of %s', (_, kept: <A>(source: Observable<A>) => Observable<A>) => {
  const observe = <A>(source: Observable<A>, handlers: RelayHandlers<A>, log: Array<unknown> = []) => {
    const subscription = new Observable((subscriber) => relay(kept(source), subscriber, handlers)).subscribe({
      next: (value) => log.push(value),
      error: (error: unknown) => log.push({ error }),
      complete: () => log.push('complete'),
    })
    return { log, subscription }
  }

  it('passes on what nobody handles', () => {
    expect(observe(of(1, 2), {}).log).toEqual([1, 2, 'complete'])
    expect(
      observe(
        throwError(() => 'lost'),
        {},
      ).log,
    ).toEqual([{ error: 'lost' }])
    expect(observe(EMPTY, {}).log).toEqual(['complete'])
  })

  it('hands over what somebody handles, and does not tell it', () => {
    const handled: Array<unknown> = []
    const note = (value: unknown) => void handled.push(value)
    expect(observe(of(1), { next: note, complete: () => note('end') }).log).toEqual([])
    expect(
      observe(
        throwError(() => 'lost'),
        { error: note },
      ).log,
    ).toEqual([])
    expect(handled).toEqual([1, 'end', 'lost'])
  })

  it('makes an error of what a handler throws', () => {
    const fail = () => {
      throw 'thrown' as unknown
    }
    expect(observe(of(1), { next: fail }).log).toEqual([{ error: 'thrown' }])
    expect(observe(EMPTY, { complete: fail }).log).toEqual([{ error: 'thrown' }])
    expect(
      observe(
        throwError(() => 'lost'),
        { error: fail },
      ).log,
    ).toEqual([{ error: 'thrown' }])
  })

  it.each([
    ['at once', throwError(() => 'lost')],
    ['later', new Subject<void>()],
  ])('has let go of a source that fails %s when its error is handled', (_, source) => {
    const log: Array<string> = []
    const held = new Observable<unknown>((subscriber) => {
      subscriber.add(source.subscribe(subscriber))
      subscriber.add(() => log.push('released'))
    })
    observe(held, { error: () => log.push('handled') })
    if (source instanceof Subject) source.error('lost')
    expect(log).toEqual(['released', 'handled'])
  })

  it('tells what letting go of a source that has failed throws', () => {
    const source = new Subject<number>()
    const held = new Observable<unknown>((subscriber) => {
      subscriber.add(source.subscribe(subscriber))
      subscriber.add(() => {
        throw new Error('held')
      })
    })
    const { log } = observe(held, { error: () => undefined })
    source.error('lost')
    expect(log).toMatchObject([{ error: { errors: [{ message: 'held' }] } }])
  })

  it('unsubscribes with its subscriber', () => {
    const source = new Subject<number>()
    observe(source, {}).subscription.unsubscribe()
    expect(source.observed).toBe(false)
  })

  it('asks nothing for who has left', () => {
    const asked: Array<string> = []
    const source = new Observable<never>(() => void asked.push('asked'))
    const left = new Observable((subscriber) => {
      subscriber.unsubscribe()
      relay(source, subscriber, {})
    })
    left.subscribe()
    expect(asked).toEqual([])
  })

  it('hands nothing over once its subscriber has left, even in the middle of a source that tells all at once', () => {
    const log: Array<unknown> = []
    const leave = new Subject<void>()
    const source = (end: (subscriber: Subscriber<number>) => void) =>
      new Observable<number>((subscriber) => {
        subscriber.next(1)
        end(subscriber)
        log.push(subscriber.closed)
        leave.next()
        subscriber.next(2)
      })
    const handlers = {
      next: (value: number) => void log.push(value),
      error: (error: unknown) => void log.push(error),
      complete: () => void log.push('end'),
    }
    const observed = (end: (subscriber: Subscriber<number>) => void) =>
      new Observable((subscriber) => {
        leave.subscribe(() => subscriber.unsubscribe())
        relay(source(end), subscriber, handlers)
      }).subscribe()
    observed(() => undefined)
    observed((subscriber) => subscriber.error('lost'))
    expect(log).toEqual([1, false, 1, true])
  })

  it('hears no more of a source that goes on after its end', () => {
    const source = (end: (subscriber: Subscriber<number>) => void) =>
      new Observable<number>((subscriber) => {
        end(subscriber)
        subscriber.next(1)
        subscriber.error('again')
        subscriber.complete()
      })
    const log: Array<unknown> = []
    const note = {
      next: (value: number) => void log.push(value),
      error: (error: unknown) => void log.push(error),
      complete: () => void log.push('end'),
    }
    observe(
      source((subscriber) => subscriber.error('lost')),
      note,
    )
    observe(
      source((subscriber) => subscriber.complete()),
      note,
    )
    expect(log).toEqual(['lost', 'end'])
  })

  it('lets go of a source that never ends, once its subscriber has what it wants', () => {
    const values: Array<number> = []
    const source = of(1).pipe(repeat())
    new Observable<number>((subscriber) => relay(source, subscriber, {}))
      .pipe(take(2))
      .subscribe((value) => values.push(value))
    expect(values).toEqual([1, 1])
  })
})
