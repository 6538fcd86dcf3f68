import { defer, EMPTY, ignoreElements, type Observable, Subject, take, takeUntil } from 'rxjs'

/** A call of `next` whose Promise is pending. */
interface Waiter<B> {
  readonly resolve: (result: IteratorResult<B, undefined>) => void
  readonly reject: (error: unknown) => void
}

const done = { done: true, value: undefined } as const

/**
 * Creates an async iterator over a source that emits lists of values. `open` gets `demand$`, which completes when a call of
 * `next` waits for a value. The source must emit another list only then.
 *
 * The first `next` starts the source, and `return` unsubscribes from it. Concurrent calls of `next` are answered in order.
 * After an error every further call rejects with that error, so that no loop mistakes it for the end of the list.
 */
export const toAsyncIterator = <B>(
  open: (demand$: Observable<never>) => Observable<ReadonlyArray<B>>,
): AsyncIterableIterator<B, undefined> => {
  const waiters: Array<Waiter<B>> = []
  const waits$ = new Subject<void>()
  const returned$ = new Subject<void>()
  let hasStarted = false
  let values: ReadonlyArray<B> = []
  let index = 0
  let settleAtEnd: ((waiter: Waiter<B>) => void) | undefined

  const demand$ = defer(() => (waiters.length > 0 ? EMPTY : waits$.pipe(take(1), ignoreElements())))

  const nextValue = (): IteratorResult<B, undefined> => ({ done: false, value: values[index++] as B })

  const serve = (): void => {
    while (waiters.length > 0 && index < values.length) waiters.shift()?.resolve(nextValue())
  }

  const finish = (settle: (waiter: Waiter<B>) => void): void => {
    settleAtEnd ??= settle
    for (const waiter of waiters.splice(0)) settleAtEnd(waiter)
  }

  const close = (): void => {
    finish(({ resolve }) => {
      resolve(done)
    })
  }

  const start = (): void => {
    hasStarted = true
    open(demand$)
      .pipe(takeUntil(returned$))
      .subscribe({
        next: (emitted) => {
          values = emitted
          index = 0
          serve()
        },
        error: (error: unknown) => {
          finish(({ reject }) => {
            reject(error)
          })
        },
        complete: close,
      })
  }

  return {
    next: () => {
      // There are never both values and waiting calls.
      if (index < values.length) return Promise.resolve(nextValue())
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject })
        if (settleAtEnd !== undefined) finish(settleAtEnd)
        else if (hasStarted) waits$.next()
        else start()
      })
    },
    return: () => {
      values = []
      returned$.next()
      close()
      return Promise.resolve(done)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
