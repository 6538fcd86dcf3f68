import { isLeft } from 'fp-ts/lib/Either.js'
import { isNone } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { EMPTY, map, type Observable, of } from 'rxjs'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { utcTimestamp } from '../../base/codec/utcTimestamp.js'
import type { ConsentSession } from '../../service/model/ConsentSession.js'
import { fromAsyncResult } from './AsyncResult.js'
import { type CheckpointStore, loadBookmark, maxSeenRows, type SeenRow } from './Bookmark.js'

/** The fields of an item that the end of its consent is read from. */
interface ConsentFields {
  readonly authentication_expires_at?: unknown
  readonly created_at?: unknown
}

/** An earlier end counts as no end: services send 1970-01-01 or the year 1 if there is no value. */
const minEnd = Date.UTC(1971, 0)

const readTime = (value: unknown): number => {
  const decoded = utcTimestamp.is(value) ? value : utcTimestamp.decode(value)
  if (decoded instanceof Date) return decoded.getTime()
  return isLeft(decoded) ? NaN : decoded.right.getTime()
}

/**
 * When the consent for an item ends. `undefined` if it has no end: the field has no value, or a time before the item
 * was created. `unreadable` if the value is not a time.
 */
export const consentEnd = ({
  authentication_expires_at: value,
  created_at: created,
}: ConsentFields): Date | 'unreadable' | undefined => {
  if (value === null || value === undefined) return undefined
  const end = readTime(value)
  if (Number.isNaN(end)) return 'unreadable'
  return end < minEnd || end < readTime(created) ? undefined : new Date(end)
}

/** The milliseconds of a day. */
export const day = 24 * 60 * 60_000

/** The notices of a consent by default: a week before its end. */
export const defaultNoticeDays: ReadonlyArray<number> = [7]

const maxNotices = 100
const maxNoticeDays = 3650

const isNoticeDays = (u: unknown): boolean =>
  Number.isSafeInteger(u) && (u as number) >= 1 && (u as number) <= maxNoticeDays

/**
 * The codec of the notices of consents, in days before their end. With an empty list, only the end itself is reported.
 */
export const noticeDaysCodec: t.Type<ReadonlyArray<number>> = /* @__PURE__ */ guardCodec(
  `a list of at most ${String(maxNotices)} whole days, 1 to ${String(maxNoticeDays)}, each of them once`,
  (u): u is ReadonlyArray<number> =>
    Array.isArray(u) && u.length <= maxNotices && Array.from(u).every(isNoticeDays) && new Set(u).size === u.length,
)

/**
 * The stage of a consent: the notice that it reached last, in days before its end. 0 is the end; {@link validStage} is
 * the time before the first notice. A later stage is a smaller number.
 */
export type ConsentStage = number

/** The stage of a consent that has no notice due. */
export const validStage: ConsentStage = Infinity

/** The stage of a consent that has ended. */
export const endedStage: ConsentStage = 0

/** Stands for a stage of a consent whose end cannot be read. */
export const unreadableStage: ConsentStage = -1

/** The stage of a consent at a time; `end` and `now` in milliseconds since 1970. */
export const consentStage = (end: number, now: number, noticeDays: ReadonlyArray<number>): ConsentStage =>
  [endedStage, ...noticeDays].reduce(
    (stage, days) => (now >= end - days * day && days < stage ? days : stage),
    validStage,
  )

/** The change that a consent in a stage is reported as. */
type ConsentChange =
  | { readonly _tag: 'renewed' }
  | { readonly _tag: 'ending'; readonly noticeDays: number; readonly session: ConsentSession }
  | { readonly _tag: 'ended'; readonly session: ConsentSession }

/** The change to report for a stage; a valid consent is only reported when it replaces another one. */
export const consentChange = (stage: ConsentStage, session: ConsentSession): ConsentChange => {
  if (stage === validStage) return { _tag: 'renewed' }
  return stage === endedStage ? { _tag: 'ended', session } : { _tag: 'ending', noticeDays: stage, session }
}

/** A reported stage, the end of its consent, and when it was reported, if known; times in milliseconds since 1970. */
export type ReportedStage = readonly [stage: ConsentStage, end: number, reportedAt?: number]

/** A {@link ReportedStage} with the time of its report. */
export type TimedStage = Required<ReportedStage>

/** The reported stages of an item's consents. */
export type ReportedStages = Iterable<ReportedStage>

/** Whether two ends belong to one consent: a service may send the same end with another time of day. */
const isSameConsent = (end: number, other: number): boolean => Math.abs(end - other) < day / 2

/**
 * How much the remaining time of a consent may vary while its end moves with the clock. The service computes a moving
 * end when it refreshes the item, once or twice a day.
 */
const maxVariation = 1.5 * day

const lastReport = (reported: ReadonlyArray<ReportedStage>): ReportedStage | undefined =>
  reported.reduce<ReportedStage | undefined>(
    (last, report) => ((report[2] ?? -Infinity) >= (last?.[2] ?? -Infinity) ? report : last),
    undefined,
  )

/**
 * Whether an end has moved with the clock since the last report: the remaining time is the same as then. A moving end
 * is never reached, so only a later stage can follow.
 */
const hasMovedWithClock = (
  stage: ConsentStage,
  end: number,
  now: number,
  reported: ReadonlyArray<ReportedStage>,
): boolean => {
  const [lastStage = NaN, lastEnd = NaN, reportedAt = NaN] = lastReport(reported) ?? []
  return stage >= lastStage && end > lastEnd && Math.abs(end - now - (lastEnd - reportedAt)) < maxVariation
}

/**
 * Whether the stage of a consent is to be reported at `now`. Each stage of a consent is reported once, and no stage
 * after a later one. A valid consent is reported only as a renewal, if it replaces one that was reported as ending or
 * ended. An end that moves with the clock replaces no consent.
 */
export const isUnreported = (stage: ConsentStage, end: number, now: number, reported: ReportedStages): boolean => {
  const allReported = Array.from(reported)
  if (stage === unreadableStage) return !allReported.some(([knownStage]) => knownStage === unreadableStage)
  const knownStages = allReported.filter(([knownStage]) => knownStage !== unreadableStage)
  if (hasMovedWithClock(stage, end, now, knownStages)) return false
  if (stage !== validStage)
    return !knownStages.some(([knownStage, knownEnd]) => knownStage <= stage && isSameConsent(knownEnd, end))
  const lastEnd = Math.max(
    ...knownStages.filter(([knownStage]) => knownStage !== validStage).map(([, knownEnd]) => knownEnd),
  )
  const isReplaced = lastEnd > -Infinity && lastEnd < end && !isSameConsent(lastEnd, end)
  const renewedEnd = Math.max(
    ...knownStages.filter(([knownStage]) => knownStage === validStage).map(([, knownEnd]) => knownEnd),
  )
  return isReplaced && (renewedEnd < lastEnd || isSameConsent(renewedEnd, lastEnd))
}

/** Where the reported stages of consents are stored. */
interface StoredStagesConfig {
  readonly store: CheckpointStore | undefined
  readonly key: string
}

/** Loads and saves the reported stages of consents. */
interface StoredStages {
  /** Emits the reported stages of an item's consents, and completes. */
  readonly load: (itemId: number) => Observable<ReadonlyArray<TimedStage>>
  /** Stores the last report of each stage, and completes. */
  readonly save: (itemId: number, reported: ReadonlyArray<TimedStage>) => Observable<never>
}

/** Stands for the address of a list in the bookmarks of consents. */
const list = 'consents'

const toStage = ([stage, end, reportedAt]: SeenRow): TimedStage => [Number(stage), end ?? NaN, reportedAt]

const toRow = ([stage, end, reportedAt]: TimedStage): SeenRow => [String(stage), end, reportedAt]

/**
 * The reported stages of consents in a checkpoint store. Each item has a bookmark, in whose rows the stage is the id,
 * the end of the consent the time, and the time of the report the content. Without a store, nothing is stored.
 */
export const storedStages = ({ store, key }: StoredStagesConfig): StoredStages => {
  if (store === undefined) return { load: () => of([]), save: () => EMPTY }
  const keyOf = (itemId: number): string => `${key}?item=${String(itemId)}`
  return {
    load: (itemId) =>
      loadBookmark(store, keyOf(itemId), list).pipe(
        map((stored) => (isNone(stored) ? [] : stored.value.rows.map(toStage))),
      ),
    save: (itemId, reported) =>
      fromAsyncResult(
        '/store',
        () => {
          const lastReports = new Map(reported.map((report) => [report[0], report]))
          const rows = Array.from(lastReports.values(), toRow).slice(-maxSeenRows)
          return store.save(keyOf(itemId), { format: 1, list, position: null, rows })
        },
        'save ',
      ),
  }
}
