import { toNullable } from 'fp-ts/lib/Option.js'
import { daysSinceEpoch } from '../../base/codec/calendar.js'
import { integer } from '../../base/codec/integer.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { matchFields, type MatchPostedConfig, ruleOf } from '../../service/model/matchPosted.js'
import { matchTraces } from '../../service/model/matchTraces.js'
import { type PostableRow, type PostedTrace, postedTrace, traceOf } from '../../service/model/postedTrace.js'
import type { ClassifiedBatch } from './classifyChanges.js'
import { emptyPostedWindow, type PostedWindow } from './PostedWindow.js'

/** The options of linking removed transactions to their successors. */
export interface FollowPostedConfig extends MatchPostedConfig {
  /** For how many days after its `date` a row can be linked, 0 to 366; default 30. */
  readonly hold?: number
  /** The maximum number of removed rows in the window, and of added rows; default 1000 each. */
  readonly maxRows?: number
}

/** The part of a {@link ClassifiedBatch} that `followPosted` needs. You may replace the removed rows by your own copies. */
export interface PostableBatch extends Pick<
  ClassifiedBatch<PostableRow>,
  'added' | 'updated' | 'known' | 'checkpoint' | 'isUserReplaced'
> {
  readonly removed: ReadonlyArray<PostableRow>
}

const configCodec = /* @__PURE__ */ options(
  'options',
  {},
  { ...matchFields, hold: /* @__PURE__ */ integer(0, 366), maxRows: /* @__PURE__ */ integer(1) },
)

const day = 24 * 60 * 60 * 1000

type TracesById = Map<number, PostedTrace>

const dayOf = ({ date }: PostedTrace): number => daysSinceEpoch(date)

const toMap = (traces: ReadonlyArray<PostedTrace>): TracesById => new Map(traces.map((trace) => [trace.id, trace]))

const putTrace = (traces: TracesById, row: PostableRow, round: number): void => {
  const trace = traceOf(row, round)
  if (trace) traces.set(row.id, trace)
  else traces.delete(row.id)
}

/** Whether two traces of a row are equal, apart from their rounds. */
const isSameTrace = (trace: PostedTrace, other: PostedTrace | undefined): boolean => {
  const names = Object.keys(postedTrace.required).concat(Object.keys(postedTrace.optional)) as Array<keyof PostedTrace>
  return other !== undefined && names.every((name) => name === 'round' || trace[name] === other[name])
}

/** The earliest day from which on there are at most `maxRows` rows. */
const firstDayWithin = (traces: TracesById, maxRows: number): number => {
  const firstExcessDay = Array.from(traces.values(), dayOf).sort((a, b) => b - a)[maxRows]
  return firstExcessDay === undefined ? -Infinity : firstExcessDay + 1
}

/**
 * Links removed transactions to the posted ones that replace them, batch by batch: {@link matchPosted} for the rows of the
 * last weeks.
 *
 * Returns a pure function from a window and a {@link ClassifiedBatch} to the next window: a reducer for `scan`, with the
 * seed {@link emptyPostedWindow}. Rows stay in the window until their counterpart is found. They are matched at the end of
 * each round, when a batch has a checkpoint, so their pages do not matter. No row is linked twice.
 *
 * - The posted row must be added in the round of the removal, in the one before it, or in a later one. An older row is not
 *   linked, so that a daily payment is not mistaken for the payment of another day.
 * - A removed row is used if it was `known`. If the service sends only its id, put your own copy of the row into the batch.
 * - An added row that is removed again is dropped. An added row that is updated is matched by its new content. If an added
 *   row is sent again unchanged in the next round, as after a crash, it counts as added in that round.
 * - A row can be linked until `hold` days after its `date`, by the service's clock. It stays in the window for `days` more,
 *   because other rows may be ambiguous on account of it. If there are more than `maxRows` rows, those of the earliest days
 *   are dropped, and their possible counterparts are not linked. A row without account, currency, amount or date is ignored.
 * - With the first batch of a new user (`isUserReplaced`) the window is emptied.
 * - Store the window in one transaction with your rows, so that a crash loses no link. A window in memory is lost in a
 *   crash; your own rows are not affected.
 *
 * @example
 * import { emptyPostedWindow, followPosted } from 'rxbank'
 * import { none, some } from 'fp-ts/lib/Option.js'
 *
 * const spotify = { account_id: 7, currency_code: 'EUR', amount: -4.99, description: 'Spotify' }
 * const empty = { added: [], updated: [], removed: [], known: new Set<number>(), rejected: [], checkpoint: none }
 * const first = { ...empty, removed: [{ ...spotify, id: 1, date: '2023-04-20', is_deleted: true }], known: new Set([1]) }
 * const second = { ...empty, added: [{ ...spotify, id: 2, date: '2023-04-22' }], checkpoint: some(new Date('2023-04-23')) }
 *
 * const { links } = [first, second].reduce(followPosted(), emptyPostedWindow)
 * assert.deepStrictEqual(links, [{ pending: 1, posted: 2 }])
 */
export const followPosted = (
  config: FollowPostedConfig = {},
): ((window: PostedWindow, batch: PostableBatch) => PostedWindow) => {
  const { hold = 30, maxRows = 1000, ...settings } = decodeOptions(configCodec, config)
  const rule = ruleOf(settings)

  return (previous, batch) => {
    const window = batch.isUserReplaced === true ? emptyPostedWindow : previous
    const removed = toMap(window.removed)
    const added = toMap(window.added)
    for (const row of batch.added) {
      removed.delete(row.id)
      putTrace(added, row, window.round)
    }
    for (const row of batch.updated) {
      const trace = added.get(row.id)
      if (trace === undefined) continue
      const isRepeated = trace.round === window.round - 1 && isSameTrace(trace, traceOf(row, trace.round))
      putTrace(added, row, isRepeated ? window.round : trace.round)
    }
    for (const row of batch.removed) {
      added.delete(row.id)
      if (batch.known.has(row.id)) putTrace(removed, row, window.round)
    }

    const end = toNullable(batch.checkpoint)
    const today = end === null ? -Infinity : Math.floor(end.getTime() / day)
    const from = Math.max(
      window.from,
      today - hold - rule.days,
      firstDayWithin(removed, maxRows),
      firstDayWithin(added, maxRows),
    )
    const since = (traces: TracesById) => Array.from(traces.values()).filter((trace) => dayOf(trace) >= from)
    const recent = { removed: since(removed), added: since(added), from }
    if (end === null) return { ...recent, round: window.round, links: [] }

    /** Whether the window has all rows that could be mistaken for a row. */
    const isUnambiguous = (trace: PostedTrace | undefined) => trace !== undefined && dayOf(trace) >= from + rule.days
    const links = matchTraces(recent.removed, recent.added, rule).filter(
      ({ pending, posted }) => isUnambiguous(removed.get(pending)) && isUnambiguous(added.get(posted)),
    )
    const linked = new Set(links.flatMap(({ pending, posted }) => [pending, posted]))
    const others = (traces: ReadonlyArray<PostedTrace>) => traces.filter((trace) => !linked.has(trace.id))
    return { removed: others(recent.removed), added: others(recent.added), from, round: window.round + 1, links }
  }
}
