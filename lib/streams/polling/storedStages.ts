import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defaultIfEmpty, defer, EMPTY, from, map, type Observable, of, take, toArray } from 'rxjs'
import { validDate } from '../../base/codec/timestamp.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { fromAsyncResult } from './AsyncResult.js'
import type { CheckpointStore } from './CheckpointStore.js'
import { type ConsentStage, endedStage, type ReportedStage, unreadableStage, validStage } from './consentStage.js'

/** Where the reported stages of consents are stored, and for which marks. */
export interface StoredStagesConfig {
  readonly store: CheckpointStore | undefined
  readonly key: string
  readonly marks: ReadonlyArray<number>
}

/** Loads and saves the reported stages of consents. */
export interface StoredStages {
  /** Emits the reported stages of an item's consent, and completes. */
  readonly load: (itemId: number) => Observable<ReadonlyArray<ReportedStage>>
  /** Stores that a stage was reported, and completes. */
  readonly save: (itemId: number, reported: Required<ReportedStage>) => Observable<never>
}

const storedDate = (stored: unknown): Option<Date> => {
  const option = stored as Option<Date> | undefined
  const isValid = option?._tag === 'None' || (option?._tag === 'Some' && validDate.is(option.value))
  if (isValid) return option
  throw wrongOption('/store', 'load to emit None, or Some of a valid Date')
}

const names: ReadonlyMap<ConsentStage, string> = new Map([
  [validStage, 'renewed'],
  [unreadableStage, 'unreadable'],
])

/**
 * The reported stages of consents in a checkpoint store. Each stage of an item has a key of its own, whose checkpoint is the
 * end of the reported consent, and another key for the time of the report. Without a store, nothing is stored.
 */
export const storedStages = ({ store, key, marks }: StoredStagesConfig): StoredStages => {
  if (store === undefined) return { load: () => of([]), save: () => EMPTY }
  const stages: ReadonlyArray<ConsentStage> = [validStage, ...marks, endedStage, unreadableStage]
  const keyOf = (itemId: number, stage: ConsentStage): string =>
    `${key}?item=${String(itemId)}&mark=${names.get(stage) ?? String(stage)}`
  const timeKeyOf = (itemId: number, stage: ConsentStage): string => `${keyOf(itemId, stage)}&reported`

  const loadDate = (dateKey: string): Observable<Option<Date>> =>
    defer(() => store.load(dateKey)).pipe(ignoreTeardownErrors, take(1), defaultIfEmpty(undefined), map(storedDate))
  const saveDate = (dateKey: string, date: number): Observable<never> =>
    fromAsyncResult('/store', () => store.save(dateKey, new Date(date)), 'save ')

  const loadStage = (itemId: number, stage: ConsentStage): Observable<ReportedStage> =>
    loadDate(keyOf(itemId, stage)).pipe(
      concatMap((end) =>
        isNone(end)
          ? EMPTY
          : loadDate(timeKeyOf(itemId, stage)).pipe(
              map((time): ReportedStage =>
                isNone(time) ? [stage, end.value.getTime()] : [stage, end.value.getTime(), time.value.getTime()],
              ),
            ),
      ),
    )

  return {
    load: (itemId) =>
      from(stages).pipe(
        concatMap((stage) => loadStage(itemId, stage)),
        toArray(),
      ),
    // The end comes last: without it the stage counts as not reported.
    save: (itemId, [stage, end, reportedAt]) =>
      concat(saveDate(timeKeyOf(itemId, stage), reportedAt), saveDate(keyOf(itemId, stage), end)),
  }
}
