import { isSome, type Option } from 'fp-ts/lib/Option.js'
import { concatMap, defaultIfEmpty, defer, EMPTY, from, map, type Observable, of, reduce, take } from 'rxjs'
import { validDate } from '../../base/codec/validDate.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { CheckpointStore } from './CheckpointStore.js'
import { type ConsentStage, endedStage, type ReportedStages, validStage } from './consentStage.js'
import { doWork } from './Work.js'

/** Where the reported stages of consents are stored, and for which marks. */
export interface StoredStagesConfig {
  readonly store: CheckpointStore | undefined
  readonly key: string
  readonly marks: ReadonlyArray<number>
}

/** Loads and saves the reported stages of consents. */
export interface StoredStages {
  /** Emits the reported stages of an item's consent, and completes. */
  readonly load: (itemId: number) => Observable<ReportedStages>
  /** Stores that `stage` was reported for the consent that ends at `end`, and completes. */
  readonly save: (itemId: number, stage: ConsentStage, end: number) => Observable<never>
}

const storedEnd = (stored: unknown): Option<Date> => {
  const option = stored as Option<Date> | undefined
  const isValid = option?._tag === 'None' || (option?._tag === 'Some' && validDate.is(option.value))
  if (isValid) return option
  throw wrongOption('/store', 'load to emit None, or Some of a valid Date')
}

/**
 * The reported stages of consents in a checkpoint store. Each stage of an item has a key of its own, whose checkpoint is the
 * end of the reported consent. So a report needs only one `save`. Without a store, nothing is stored.
 */
export const storedStages = ({ store, key, marks }: StoredStagesConfig): StoredStages => {
  if (store === undefined) return { load: () => of(new Map()), save: () => EMPTY }
  const stages: ReadonlyArray<ConsentStage> = [validStage, ...marks, endedStage]
  const keyOf = (itemId: number, stage: ConsentStage): string =>
    `${key}?item=${String(itemId)}&mark=${stage === validStage ? 'renewed' : String(stage)}`

  return {
    load: (itemId) =>
      from(stages).pipe(
        concatMap((stage) =>
          defer(() => store.load(keyOf(itemId, stage))).pipe(
            ignoreTeardownErrors,
            take(1),
            defaultIfEmpty(undefined),
            map((stored) => [stage, storedEnd(stored)] as const),
          ),
        ),
        reduce((reported, [stage, end]) => {
          if (isSome(end)) reported.set(stage, end.value.getTime())
          return reported
        }, new Map<ConsentStage, number>()),
      ),
    save: (itemId, stage, end) => doWork('/store', () => store.save(keyOf(itemId, stage), new Date(end)), 'save '),
  }
}
