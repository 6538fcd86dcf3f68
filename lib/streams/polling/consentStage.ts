import type * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import type { ConsentSession } from '../../service/model/ConsentSession.js'

/** The milliseconds of a day. */
export const day = 24 * 60 * 60_000

/** The marks of a consent by default: a week before its end. */
export const defaultMarks: ReadonlyArray<number> = [7]

const maxMarks = 100
const maxMark = 3650

const isMark = (u: unknown): boolean => Number.isSafeInteger(u) && (u as number) >= 1 && (u as number) <= maxMark

/** The codec of the marks of consents, in days before their end. An empty list leaves only the end itself. */
export const consentMarks: t.Type<ReadonlyArray<number>> = /* @__PURE__ */ guardCodec(
  `a list of at most ${String(maxMarks)} whole days, 1 to ${String(maxMark)}, each of them once`,
  (u): u is ReadonlyArray<number> =>
    Array.isArray(u) && u.length <= maxMarks && Array.from(u).every(isMark) && new Set(u).size === u.length,
)

/**
 * The stage of a consent: the mark that it reached last, in days before its end. 0 is the end; {@link validStage} is the
 * time before the first mark. A later stage is a smaller number.
 */
export type ConsentStage = number

/** The stage of a consent that has reached no mark. */
export const validStage: ConsentStage = Infinity

/** The stage of a consent that has ended. */
export const endedStage: ConsentStage = 0

/** The stage of a consent at a moment; `end` and `now` in milliseconds since 1970. */
export const consentStage = (end: number, now: number, marks: ReadonlyArray<number>): ConsentStage =>
  [endedStage, ...marks].reduce((stage, mark) => (now >= end - mark * day && mark < stage ? mark : stage), validStage)

/** The change that a consent in a stage is reported as. */
type ConsentChange =
  | { readonly _tag: 'renewed' }
  | { readonly _tag: 'ending'; readonly mark: number; readonly session: ConsentSession }
  | { readonly _tag: 'ended'; readonly session: ConsentSession }

/** The change to report for a stage; a valid consent is only reported when it replaces another one. */
export const consentChange = (stage: ConsentStage, session: ConsentSession): ConsentChange => {
  if (stage === validStage) return { _tag: 'renewed' }
  return stage === endedStage ? { _tag: 'ended', session } : { _tag: 'ending', mark: stage, session }
}

/** A stage that was reported, and the end of the consent that it was reported for. */
export type ReportedStage = readonly [stage: ConsentStage, end: number]

/** The reported stages of an item's consents. */
export type ReportedStages = Iterable<ReportedStage>

/** Whether two ends belong to one consent: a service may send the same end with another time of day. */
const isSameConsent = (end: number, other: number): boolean => Math.abs(end - other) < day / 2

/**
 * Whether the stage of a consent is to be reported. Each stage of a consent is reported once, and no stage after a later
 * one. A valid consent is reported only as a renewal, if it replaces one that was reported as ending or ended.
 */
export const isUnreported = (stage: ConsentStage, end: number, reported: ReportedStages): boolean => {
  const knownStages = Array.from(reported)
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
