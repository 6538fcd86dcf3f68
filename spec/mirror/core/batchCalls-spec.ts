import fc from 'fast-check'
import { type Observable, of, Subject, throwError } from 'rxjs'
import { batchCalls } from '../../../lib/mirror/core/batchCalls.js'

/** A gatherer of numbers whose batches end when a spec says so. */
const opened = (most = 3) => {
  const batches: Array<{ readonly of: ReadonlyArray<number>; readonly end: Subject<ReadonlyArray<string>> }> = []
  const ask = batchCalls<number, string>(
    most,
    (one) => String(one % 100),
    (batch) => {
      const end = new Subject<ReadonlyArray<string>>()
      batches.push({ of: batch, end })
      return end
    },
  )
  const reported: Array<unknown> = []
  const subscribe = (one: number) =>
    ask(one).subscribe({
      next: (result) => reported.push(result),
      error: (error: unknown) => reported.push(error),
      complete: () => reported.push(`end of ${String(one)}`),
    })
  const settle = (index: number) => {
    const batch = batches[index]
    batch?.end.next(batch.of.map((one) => `result ${String(one)}`))
  }
  return { reported, subscribe, settle, batches, asked: () => batches.map((batch) => batch.of) }
}

describe('batchCalls', () => {
  it('runs a call alone at once, and what is asked for meanwhile together', () => {
    const { subscribe, settle, asked, reported } = opened()
    for (const one of [1, 2, 3, 4, 5]) subscribe(one)
    expect(asked()).toEqual([[1]])
    settle(0)
    expect(reported).toEqual(['result 1', 'end of 1'])
    expect(asked()).toEqual([[1], [2, 3, 4]])
    settle(1)
    expect(asked()).toEqual([[1], [2, 3, 4], [5]])
  })

  it('a batch has what one key names once', () => {
    const { subscribe, settle, asked } = opened()
    for (const one of [1, 2, 102, 3]) subscribe(one)
    settle(0)
    settle(1)
    expect(asked()).toEqual([[1], [2, 3], [102]])
  })

  it('a batch that fails fails those in it, and the next one runs', () => {
    const { subscribe, settle, asked, reported, batches } = opened()
    for (const one of [1, 2, 3, 4, 5]) subscribe(one)
    settle(0)
    batches[1]?.end.error('failed')
    settle(2)
    expect(reported).toEqual(['result 1', 'end of 1', 'failed', 'failed', 'failed', 'result 5', 'end of 5'])
    expect(asked()).toHaveLength(3)
  })

  it('who unsubscribes is not in the next batch; a batch that nobody waits for is unsubscribed from', () => {
    const { subscribe, settle, asked, reported, batches } = opened()
    const [first, second, third] = [subscribe(1), subscribe(2), subscribe(3)]
    second.unsubscribe()
    expect(batches[0]?.end.observed).toBe(true)
    first.unsubscribe()
    expect(batches[0]?.end.observed).toBe(false)
    expect(asked()).toEqual([[1], [3]])
    settle(1)
    expect([reported, third.closed]).toEqual([['result 3', 'end of 3'], true])
  })

  it('goes on when its batches are done at once, or cannot begin', () => {
    const results: Array<unknown> = []
    const double = batchCalls<number, number>(2, String, (batch): Observable<ReadonlyArray<number>> =>
      batch.includes(3) ? throwError(() => 'three') : of(batch.map((one) => one * 2)),
    )
    for (const one of [1, 3, 4]) double(one).subscribe({ next: (n) => results.push(n), error: (e) => results.push(e) })
    expect(results).toEqual([2, 'three', 8])
  })

  it('whatever the order, each who stays gets a result of its own, and no batch is too large', () => {
    const step = fc.oneof(
      fc.record({ ask: fc.integer({ min: 0, max: 300 }) }),
      fc.record({ settle: fc.constant(true) }),
      fc.record({ leave: fc.nat(20) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { subscribe, settle, batches, reported } = opened(4)
        const subscriptions: Array<{ readonly one: number; readonly unsubscribe: () => void; gone: boolean }> = []
        for (const one of steps) {
          if ('ask' in one) {
            const subscription = subscribe(one.ask)
            subscriptions.push({ one: one.ask, unsubscribe: () => subscription.unsubscribe(), gone: false })
          } else if ('settle' in one) settle(batches.length - 1)
          else {
            const left = subscriptions[one.leave]
            if (left === undefined) continue
            left.gone = !reported.includes(`end of ${String(left.one)}`)
            left.unsubscribe()
          }
        }
        for (let index = 0; index < batches.length; index++) settle(index)
        for (const { one, gone } of subscriptions) if (!gone) expect(reported).toContain(`result ${String(one)}`)
        for (const { of: batch } of batches) {
          expect(batch.length).toBeLessThanOrEqual(4)
          expect(new Set(batch.map((one) => one % 100)).size).toBe(batch.length)
        }
      }),
    )
  })
})
