import { defer, filter, type Observable, take, takeUntil, takeWhile, tap } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import type { ChangesConfig, UpdatedBatch } from '../../streams/polling/ChangesConfig.js'

/**
 * A function from a stop signal to a stream. The stream runs until `stop$` emits, and completes once it has finished
 * its current work. `stop$` replays its emission to later subscribers.
 */
export type Watcher<A> = (stop$: Observable<unknown>) => Observable<A>

/**
 * Creates a watcher that can be stopped without interrupting `process`; {@link runGracefully} runs it.
 *
 * When `stop$` emits, the watcher finishes the batch in `process`, stores its bookmark, emits the batch, and completes.
 * A request in flight is aborted, and no further request is sent. The next start reads unprocessed rows again, and all
 * rows of a round that was interrupted between two pages. In all other respects the stream equals the stream of
 * `watch`.
 *
 * - `watch`: the function that makes the stream, such as `user.transactions.watchUpdated`, or
 *   `(config) => user.changes(list, config)`.
 * - `config`: its argument.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { memoryCheckpointStore, watcher } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { isSome } from 'fp-ts/lib/Option.js'
 * import { lastValueFrom, Subject } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025, transactions: 12 })
 * const client = createClient({ profile: bridge2025, ...credentials, http })
 * const stop$ = new Subject<void>()
 * const saved: Array<number> = []
 * const transactions = watcher(client.user({ externalUserId: 'A6J' }).transactions.watchUpdated, {
 *   store: memoryCheckpointStore(),
 *   process: async ({ resources }) => {
 *     stop$.next() // while the watcher still processes a batch
 *     await Promise.resolve()
 *     saved.push(resources.length)
 *   },
 * })
 * const { checkpoint } = await lastValueFrom(transactions(stop$))
 * assert.ok(saved[0] === 12 && isSome(checkpoint))
 */
export const watcher = <A>(
  watch: (config: ChangesConfig<A>) => Observable<UpdatedBatch<A>>,
  config: ChangesConfig<A> = {},
): Watcher<UpdatedBatch<A>> => {
  if (typeof watch !== 'function')
    throw wrongOption('/watch', 'a function from a config to a stream, such as watchUpdated')
  return (stop$) =>
    defer(() => {
      let isWorking = false
      let isStopping = false
      const { process } = config
      const trackedConfig =
        typeof process === 'function'
          ? {
              ...config,
              process: (batch: UpdatedBatch<A>) => {
                isWorking = true
                return process(batch)
              },
            }
          : config
      const stopWhenIdle$ = stop$.pipe(
        take(1),
        filter(() => {
          isStopping = true
          return !isWorking
        }),
      )
      return watch(trackedConfig).pipe(
        tap(() => {
          isWorking = false
        }),
        takeWhile(() => !isStopping, true),
        takeUntil(stopWhenIdle$),
      )
    })
}
