import type { Option } from 'fp-ts/lib/Option.js'
import { defer, map, type Observable, type ObservableInput, of, take, throwIfEmpty } from 'rxjs'
import { functionCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { RemovedRow } from '../../service/model/RemovedRow.js'
import type { RejectedRow } from '../pages/decodeRows.js'
import { fromResult } from '../send/toEither.js'
import { type ChangedRow, isRemoved } from './ChangedRow.js'
import type { UpdatedBatch } from './ChangesConfig.js'

/** The ids of the rows that you have: a `Set` of ids, or a `Map` of rows by id. */
export interface KnownIds {
  readonly has: (id: number) => boolean
}

/** How changes are classified. */
export interface ClassifyChangesConfig {
  /**
   * Returns the ids of the rows that you have. The ids are distinct. The first value of an Observable counts; if it
   * errors, so does the stream. The function is called only if there are ids, and not for the first batch of a new
   * user, because you have no rows yet.
   */
  readonly known: (ids: ReadonlyArray<number>) => KnownIds | ObservableInput<KnownIds>
}

/**
 * A batch of changes by kind. Each id is in one of the three lists, once, with its last version in the batch.
 *
 * - `added`: rows that were not known.
 * - `updated`: rows that were known, even if they come again without a change.
 * - `removed`: rows with `is_deleted: true`, or `deleted: true` as of 2025-01-15, even if they were not known. A
 *   removed row may have no field except its `id`.
 * - `known`: the ids in the three lists that were known.
 * - `rejected`, `checkpoint`, `isUserReplaced`: as in the {@link UpdatedBatch}.
 */
export interface ClassifiedBatch<A> {
  readonly added: ReadonlyArray<A>
  readonly updated: ReadonlyArray<A>
  readonly removed: ReadonlyArray<RemovedRow<A>>
  readonly known: ReadonlySet<number>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly checkpoint: Option<Date>
  readonly isUserReplaced?: true
}

const configCodec = /* @__PURE__ */ options(
  'options',
  { known: /* @__PURE__ */ functionCodec('a function from ids to a Set or Map of those that are known') },
  {},
)

const knownIds = /* @__PURE__ */ methodsCodec<KnownIds>('a Set or a Map', 'has')

const wrongResponse = () => wrongOption('/known', 'to return a Set or a Map, or an Observable or a Promise of one')

/**
 * Classifies the rows of a batch of `watchUpdated` as added, updated or removed, according to the rows that you have.
 *
 * Returns a function from a batch to an Observable. Cold. Emits one {@link ClassifiedBatch} and completes. Errors as
 * `known` does, and with a `ConfigError` if the result of `known` is not valid. Unsubscribing unsubscribes from that
 * result.
 *
 * Call it in `process`, before you write the rows. It has no state, so a batch is classified in the same way until you
 * write its rows. If your program exits after you have written a batch and before it is acknowledged, the batch comes
 * again. Its rows are known then, so that no row is `added` twice.
 *
 * @example
 * import { classifyChanges, createClient, type Transaction } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { concatMap, firstValueFrom } from 'rxjs'
 *
 * const rows = new Map<number, Transaction>()
 * const classify = classifyChanges({ known: () => rows })
 * const { credentials, http } = createSandbox({ profile: bridge2025, transactions: 3 })
 * const client = createClient({ profile: bridge2025, ...credentials, http })
 * const changes$ = client.user({ externalUserId: 'A6J' }).transactions.watchUpdated().pipe(concatMap(classify))
 * const { added, updated, removed } = await firstValueFrom(changes$)
 * assert.deepStrictEqual([added.length, updated.length, removed.length], [3, 0, 0])
 */
export const classifyChanges = (
  config: ClassifyChangesConfig,
): (<A extends ChangedRow>(batch: UpdatedBatch<A>) => Observable<ClassifiedBatch<A>>) => {
  decodeOptions(configCodec, config)
  const { known } = config

  const lookUp = (ids: ReadonlyArray<number>): Observable<unknown> =>
    defer(() => {
      if (ids.length === 0) return of(new Set<number>())
      const result: unknown = known(ids)
      return knownIds.is(result) ? of(result) : fromResult(result, wrongResponse)
    }).pipe(take(1), throwIfEmpty(wrongResponse))

  return <A extends ChangedRow>({ resources, rejected, checkpoint, isUserReplaced }: UpdatedBatch<A>) =>
    defer(() => {
      const latestById = new Map(resources.map((row) => [row.id, row]))
      const ids = Array.from(latestById.keys())
      const rows = Array.from(latestById.values())
      return lookUp(isUserReplaced === true ? [] : ids).pipe(
        map((result) => {
          if (!knownIds.is(result)) throw wrongResponse()
          const foundIds = new Set(ids.filter((id) => result.has(id)))
          const remainingRows = rows.filter((row) => !isRemoved(row)) as ReadonlyArray<A>
          return {
            added: remainingRows.filter(({ id }) => !foundIds.has(id)),
            updated: remainingRows.filter(({ id }) => foundIds.has(id)),
            removed: rows.filter((row) => isRemoved(row)),
            known: foundIds,
            rejected,
            checkpoint,
            ...(isUserReplaced && { isUserReplaced }),
          }
        }),
      )
    })
}
