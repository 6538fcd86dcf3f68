import { daysSinceEpoch } from '../../base/codec/calendar.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import type { Mentions } from './createMentions.js'

/** A row with its date, in days since 1970. */
export interface DatedRow {
  readonly entry: LedgerEntry
  readonly day: number
}

/** A row that may be half of a transfer. */
export interface OpenRow extends DatedRow {
  /** What its texts mention. They are read at the first call. */
  readonly mentions: () => Mentions
}

export const toOpenRow = (entry: LedgerEntry, mentionsOf: (entry: LedgerEntry) => Mentions): OpenRow => {
  let mentions: Mentions | undefined
  return { entry, day: daysSinceEpoch(entry.date), mentions: () => (mentions ??= mentionsOf(entry)) }
}

/** Sorts ids by length, and then as strings, so that numeric ids are in numeric order. */
export const compareIds = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other))

export const compareRows = (one: DatedRow, other: DatedRow): number =>
  one.day - other.day || compareIds(one.entry.id, other.entry.id)
