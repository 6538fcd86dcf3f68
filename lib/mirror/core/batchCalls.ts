import { Observable, type Subscriber, Subscription } from 'rxjs'

/** A call that waits for its result. */
interface Call<A, B> {
  readonly argument: A
  readonly subscriber: Subscriber<B>
}

/**
 * Groups calls into batches. Calls that arrive while a batch runs form the next one. So a single call does not wait,
 * and many calls at once cost little more than one.
 *
 * It is not built from operators, because each caller can unsubscribe on its own, before or after its call is in a
 * batch.
 *
 * - `maxBatch`: the maximum number of calls in a batch.
 * - `keyOf`: a batch has only one call for each key.
 * - `run`: runs a batch, and emits the results in the order of its calls.
 *
 * Each Observable emits its result and completes, or errors with the error of its batch. Unsubscribing removes a call
 * that is not in a batch yet. A batch is aborted once all its callers have unsubscribed.
 */
export const batchCalls = <A, B>(
  maxBatch: number,
  keyOf: (argument: A) => string,
  run: (batch: ReadonlyArray<A>) => Observable<ReadonlyArray<B>>,
): ((argument: A) => Observable<B>) => {
  // An array, because a Set leaks: V8 links each hash table that a Set has outgrown to the next one, so an old table
  // keeps all later calls alive until the next full garbage collection.
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
