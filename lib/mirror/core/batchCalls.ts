import { Observable, type Subscriber, Subscription } from 'rxjs'

/** A call, and the subscriber that waits for its result. */
interface Call<A, B> {
  readonly argument: A
  readonly subscriber: Subscriber<B>
}

/**
 * Groups single calls into batches. Calls that arrive while a batch runs form the next batch, of at most `maxBatch` calls. So
 * a single call does not wait, and many calls at once cost little more than one. `run` emits the results in the order of
 * the calls. A batch has only one call for each `keyOf`.
 *
 * It is not a stream of operators, because each caller can unsubscribe by itself, before its call is in a batch or after.
 *
 * Each Observable emits its result and completes, or errors with the error of its batch. Unsubscribing removes a call
 * that is not in a batch yet; a batch is unsubscribed from when all its subscribers have unsubscribed.
 */
export const batchCalls = <A, B>(
  maxBatch: number,
  keyOf: (argument: A) => string,
  run: (batch: ReadonlyArray<A>) => Observable<ReadonlyArray<B>>,
): ((argument: A) => Observable<B>) => {
  // An array, not a Set: V8 links each table that a Set has outgrown to the next one. Once such a table is old, it keeps all
  // later calls alive until the next full collection.
  let waiting: Array<Call<A, B>> = []
  let isRunning = false

  const nextBatch = (): ReadonlyArray<Call<A, B>> => {
    const batch = new Map<string, Call<A, B>>()
    const later: Array<Call<A, B>> = []
    for (const call of waiting) {
      if (call.subscriber.closed) continue
      const key = keyOf(call.argument)
      if (batch.size === maxBatch || batch.has(key)) later.push(call)
      else batch.set(key, call)
    }
    waiting = later
    return Array.from(batch.values())
  }

  const runNext = (): void => {
    if (isRunning) return
    const batch = nextBatch()
    if (batch.length === 0) return
    isRunning = true
    const running = new Subscription()
    running.add(() => {
      isRunning = false
      runNext()
    })
    let subscriberCount = batch.length
    for (const { subscriber } of batch)
      subscriber.add(() => {
        if (--subscriberCount === 0) running.unsubscribe()
      })
    running.add(
      run(batch.map(({ argument }) => argument)).subscribe({
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

  return (argument) =>
    new Observable((subscriber) => {
      waiting.push({ argument, subscriber })
      runNext()
    })
}
