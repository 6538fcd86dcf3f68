import fc from 'fast-check'
import { concat, concatMap, EMPTY, from, NEVER, Observable, of, Subject, take, throwError } from 'rxjs'
import { toAsyncIterator } from '../../../lib/streams/send/Stream.js'
import { settled } from '../../helpers/lists.js'

const done = { done: true, value: undefined }
const value = (given: number) => ({ done: false, value: given })

/** Emits one after the other, each as soon as the one before was wanted no more. */
const onDemand =
  (...emissions: ReadonlyArray<Observable<ReadonlyArray<number>>>) =>
  (wanted: Observable<never>): Observable<ReadonlyArray<number>> =>
    from(emissions).pipe(concatMap((emission) => concat(emission, wanted)))

describe('pull', () => {
  it('subscribes at the first next, and once', async () => {
    let subscriptions = 0
    const iterator = toAsyncIterator(
      () =>
        new Observable<ReadonlyArray<number>>((subscriber) => {
          subscriptions++
          subscriber.next([1, 2])
        }),
    )
    expect(subscriptions).toBe(0)
    await iterator.next()
    await iterator.next()
    expect(subscriptions).toBe(1)
  })

  it('is its own iterable', () => {
    const iterator = toAsyncIterator(() => of([1]))
    expect(iterator[Symbol.asyncIterator]()).toBe(iterator)
  })

  it('lets the source continue when somebody waits, and not before', async () => {
    let begun = 0
    const counted = (values: ReadonlyArray<number>) =>
      new Observable<ReadonlyArray<number>>((subscriber) => {
        begun++
        subscriber.next(values)
        subscriber.complete()
      })
    const iterator = toAsyncIterator(onDemand(counted([1, 2]), counted([]), counted([3])))
    expect(await iterator.next()).toEqual(value(1))
    expect(await iterator.next()).toEqual(value(2))
    await settled()
    expect(begun).toBe(1)
    expect(await iterator.next()).toEqual(value(3))
    expect(begun).toBe(3)
    expect(await iterator.next()).toEqual(done)
  })

  it('answers with an end when the source is empty', async () => {
    expect(await toAsyncIterator(() => EMPTY).next()).toEqual(done)
  })

  it('answers everybody who waits with the error, and everybody after', async () => {
    const source = new Subject<ReadonlyArray<number>>()
    const iterator = toAsyncIterator(() => source)
    const waiting = Promise.allSettled([iterator.next(), iterator.next(), iterator.next()])
    source.next([1])
    source.error(new Error('lost'))
    const lost = { status: 'rejected', reason: new Error('lost') }
    expect(await waiting).toEqual([{ status: 'fulfilled', value: value(1) }, lost, lost])
    await expect(iterator.next()).rejects.toThrow('lost')
  })

  it('gives what was emitted before the error first', async () => {
    const iterator = toAsyncIterator(() =>
      concat(
        of([1, 2]),
        throwError(() => new Error('lost')),
      ),
    )
    expect(await iterator.next()).toEqual(value(1))
    expect(await iterator.next()).toEqual(value(2))
    await expect(iterator.next()).rejects.toThrow('lost')
  })

  it('remembers an error beyond return: it is no end', async () => {
    const iterator = toAsyncIterator(() => throwError(() => new Error('lost')))
    await expect(iterator.next()).rejects.toThrow('lost')
    expect(await iterator.return?.()).toEqual(done)
    await expect(iterator.next()).rejects.toThrow('lost')
  })

  it('drops what it holds at return', async () => {
    const iterator = toAsyncIterator(() => concat(of([1, 2, 3]), NEVER))
    await iterator.next()
    await iterator.return?.()
    expect(await iterator.next()).toEqual(done)
  })

  it('unsubscribes at return, from within the source too', async () => {
    const closed: Array<boolean> = []
    const iterator = toAsyncIterator(
      () =>
        new Observable<ReadonlyArray<number>>((subscriber) => {
          subscriber.next([1])
          closed.push(subscriber.closed)
          void iterator.return?.()
          closed.push(subscriber.closed)
        }),
    )
    expect(await iterator.next()).toEqual(value(1))
    expect(closed).toEqual([false, true])
  })

  it('passes on values that are undefined or Promises as they are', async () => {
    const promise = Promise.resolve(7)
    const iterator = toAsyncIterator<unknown>(() => of([undefined, promise]))
    expect(await iterator.next()).toEqual({ done: false, value: undefined })
    expect((await iterator.next()).value).toBe(promise)
  })

  it('gives the k-th next the k-th value, however calls and emissions alternate', async () => {
    const steps = fc.array(fc.constantFrom('next' as const, 'arrival' as const), { maxLength: 30 })
    const pages = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(pages, steps, async (emissions, moves) => {
        const arrival$ = new Subject<void>()
        let begun = 0
        const arriving = emissions.map(
          (values) =>
            new Observable<ReadonlyArray<number>>((subscriber) => {
              begun++
              return arrival$
                .pipe(
                  take(1),
                  concatMap(() => of(values)),
                )
                .subscribe(subscriber)
            }),
        )
        const iterator = toAsyncIterator(onDemand(...arriving))
        const turns: Array<Promise<IteratorResult<number, undefined>>> = []
        for (const move of moves) {
          const before = begun
          if (move === 'next') turns.push(iterator.next())
          else arrival$.next()
          await settled()
          expect(begun - before).toBeLessThanOrEqual(1)
        }
        emissions.forEach(() => {
          arrival$.next()
        })
        const flat = emissions.flat()
        const expected = turns.map((_, index) => (index < flat.length ? value(flat[index] ?? -1) : done))
        expect(await Promise.all(turns)).toEqual(expected)
      }),
    )
  })
})
