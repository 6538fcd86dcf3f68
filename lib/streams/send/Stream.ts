import { defer, EMPTY, ignoreElements, type Observable, Subject, take, takeUntil } from 'rxjs'

/** A call of `next` whose Promise is pending. */
interface Waiter<B> {
  readonly resolve: (result: IteratorResult<B, undefined>) => void
  readonly reject: (error: unknown) => void
}

const done = { done: true, value: undefined } as const

/**
 * Creates an async iterator over a source that emits lists of values. `open` gets `demand$`, which completes when a
 * call of `next` waits for a value. The source must emit another list only then.
 *
 * The first `next` starts the source, and `return` unsubscribes from it. Concurrent calls of `next` resolve in order.
 * After an error every further call rejects with the same error, so that no loop mistakes it for the end of the list.
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

/**
 * The type of a `then` that makes `await stream` a type error, whose message shows `Hint`. At run time no stream has a
 * `then`.
 */
export type NotAwaited<Hint extends string> = (this: Hint, ...args: ReadonlyArray<unknown>) => never

/**
 * A stream of this library: an Observable of RxJS. `pipe` returns a plain Observable.
 *
 * `await` of a stream is a type error, because it would return the Observable itself and send no request. Await
 * `firstValueFrom(stream)` or `lastValueFrom(stream)` of RxJS.
 *
 * @example
 * import { createClient, documentedProfile, type Stream } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: documentedProfile })
 * const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
 * const url: Stream<string> = client.user({ externalUserId: 'A6J' }).bankForm.url()
 * assert.match(await firstValueFrom(url), /^https:/)
 * // @ts-expect-error: a stream is no Promise
 * await url
 */
export interface Stream<A> extends Observable<A> {
  /** Exists only in the type: it makes `await stream` a type error. */
  readonly then?: NotAwaited<'a stream: await firstValueFrom(stream) or lastValueFrom(stream), or subscribe'>
}
