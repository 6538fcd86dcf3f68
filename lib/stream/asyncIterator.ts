import { Observable, Subject, type Subscriber, takeUntil } from 'rxjs'

interface Waiter<B> {
  readonly resolve: (result: IteratorResult<B, undefined>) => void
  readonly reject: (error: unknown) => void
}

const done = { done: true, value: undefined } as const

/**
 * An iterator that pulls a source: `wanted` completes when somebody waits for a value that was not emitted yet.
 *
 * Nothing starts before the first `next`; `return` unsubscribes. Calls of `next` at the same time are answered in order;
 * after an error every further one is answered with that error, never with an end.
 */
export const pull = <B>(
  open: (wanted: Observable<never>) => Observable<ReadonlyArray<B>>,
): AsyncIterableIterator<B, undefined> => {
  const waiters: Array<Waiter<B>> = []
  const left$ = new Subject<void>()
  let begun = false
  let gate: Subscriber<never> | undefined
  let held: ReadonlyArray<B> = []
  let position = 0
  let end: ((waiter: Waiter<B>) => void) | undefined

  const wanted = new Observable<never>((subscriber) => {
    if (waiters.length > 0) subscriber.complete()
    else gate = subscriber
  })

  const take = (): IteratorResult<B, undefined> => ({ done: false, value: held[position++] as B })

  const serve = (): void => {
    while (waiters.length > 0 && position < held.length) waiters.shift()?.resolve(take())
  }

  const finish = (answer: (waiter: Waiter<B>) => void): void => {
    end ??= answer
    for (const waiter of waiters.splice(0)) end(waiter)
  }

  const close = (): void => {
    finish(({ resolve }) => {
      resolve(done)
    })
  }

  const begin = (): void => {
    begun = true
    open(wanted)
      .pipe(takeUntil(left$))
      .subscribe({
        next: (values) => {
          held = values
          position = 0
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
      // Nobody waits while something is held.
      if (position < held.length) return Promise.resolve(take())
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject })
        if (end !== undefined) finish(end)
        else if (begun) gate?.complete()
        else begin()
      })
    },
    return: () => {
      held = []
      left$.next()
      close()
      return Promise.resolve(done)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
