import { Observable, type Subscriber, Subscription } from 'rxjs'

/** A call, and the subscriber that waits for its result. */
interface Asked<A, B> {
  readonly one: A
  readonly subscriber: Subscriber<B>
}

/**
 * Groups single calls into batches. Calls that arrive while a batch runs form the next batch, of at most `most` calls.
 * So a single call does not wait, and many calls at once cost little more than one. `run` emits the results in the
 * order of the calls. A batch has only one call for each `keyOf`.
 *
 * Each Observable emits its result and completes, or errors with the error of its batch. Unsubscribing removes a call
 * that is not in a batch yet; a batch is unsubscribed from when all its subscribers have unsubscribed.
 */
export const batchCalls = <A, B>(
  most: number,
  keyOf: (one: A) => string,
  run: (batch: ReadonlyArray<A>) => Observable<ReadonlyArray<B>>,
): ((one: A) => Observable<B>) => {
  // An array, not a Set: V8 links each table that a Set has outgrown to the next one. Once such a table is old, it keeps all
  // later calls alive until the next full collection.
  let waiting: Array<Asked<A, B>> = []
  let isRunning = false

  const take = (): ReadonlyArray<Asked<A, B>> => {
    const batch = new Map<string, Asked<A, B>>()
    const later: Array<Asked<A, B>> = []
    for (const asked of waiting) {
      if (asked.subscriber.closed) continue
      const key = keyOf(asked.one)
      if (batch.size === most || batch.has(key)) later.push(asked)
      else batch.set(key, asked)
    }
    waiting = later
    return Array.from(batch.values())
  }

  const next = (): void => {
    if (isRunning) return
    const batch = take()
    if (batch.length === 0) return
    isRunning = true
    const running = new Subscription()
    running.add(() => {
      isRunning = false
      next()
    })
    let left = batch.length
    for (const { subscriber } of batch)
      subscriber.add(() => {
        if (--left === 0) running.unsubscribe()
      })
    running.add(
      run(batch.map(({ one }) => one)).subscribe({
        next: (results) => {
          for (const [index, { subscriber }] of batch.entries()) {
            subscriber.next(results[index] as B)
            subscriber.complete()
          }
        },
        error: (error: unknown) => {
          for (const { subscriber } of batch) subscriber.error(error)
        },
      }),
    )
  }

  return (one) =>
    new Observable((subscriber) => {
      waiting.push({ one, subscriber })
      next()
    })
}
