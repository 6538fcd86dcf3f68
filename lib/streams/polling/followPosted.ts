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
  /** How many days after its `date` a row is still linked, 0 to 366; default 30. */
  readonly hold?: number
  /** How many removed rows, and how many added rows, the window has at most; default 1000 each. */
  readonly maxRows?: number
}

/** The part of a {@link ClassifiedBatch} that is needed. The removed rows may be those that you have. */
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
const isSameTrace = (one: PostedTrace, other: PostedTrace | undefined): boolean => {
  const names = Object.keys(postedTrace.required).concat(Object.keys(postedTrace.optional)) as Array<keyof PostedTrace>
  return other !== undefined && names.every((name) => name === 'round' || one[name] === other[name])
}

/** The first day from which on no more than `maxRows` rows are in the window. */
const firstDayWithin = (traces: TracesById, maxRows: number): number => {
  const tooMany = Array.from(traces.values(), dayOf).sort((one, other) => other - one)[maxRows]
  return tooMany === undefined ? -Infinity : tooMany + 1
}

/**
 * Links removed transactions to those that were posted in their place, batch by batch: {@link matchPosted} over the
 * rows of the last weeks.
 *
 * Returns a pure function from the window so far and a {@link ClassifiedBatch} to the next window: a reducer for
 * `scan`, whose seed is {@link emptyPostedWindow}. Rows stay in the window until their counterpart is found. They are
 * matched at the end of each round, where a batch has a checkpoint, so that it does not matter on which pages they
 * were, unless there are more than `maxRows`. No row is linked twice.
 *
 * - The posted row must come in the round of the removal, in the round before it, or in a later one. A row that was
 *   there longer is not linked, so that a payment that is made every day is not mistaken for that of another day.
 * - A removed row is used if it was `known`. It is read from the batch: if the service sends only the id of a removed
 *   row, put the row that you have in its place.
 * - An added row that is removed again is dropped; one that is updated is matched by its new content. An added row that
 *   comes again unchanged in the next round, as after a crash, counts as added in that round.
 * - A row is linked until `hold` days after its `date`, by the service's clock, and stays in the window for `days`
 *   more, so that rows which it makes ambiguous stay ambiguous. Beyond `maxRows` rows, those of the earliest days are
 *   dropped, and rows that could be their counterparts are not linked. A row without an account, a currency, an amount
 *   or a date is ignored.
 * - With the first batch of another user (`isUserReplaced`) the window begins empty.
 * - A window that is stored in one transaction with the rows loses no link in a crash. A window in memory is lost with
 *   the rows in it; your own rows are not affected.
 *
 * @example
 * import { emptyPostedWindow, followPosted } from 'rxbank'
 * import { none, some } from 'fp-ts/lib/Option.js'
 *
 * const spotify = { account_id: 7, currency_code: 'EUR', amount: -4.99, description: 'Spotify' }
 * const nothing = { added: [], updated: [], removed: [], known: new Set<number>(), rejected: [], checkpoint: none }
 * const gone = { ...nothing, removed: [{ ...spotify, id: 1, date: '2023-04-20', is_deleted: true }], known: new Set([1]) }
 * const came = { ...nothing, added: [{ ...spotify, id: 2, date: '2023-04-22' }], checkpoint: some(new Date('2023-04-23')) }
 *
 * const { links } = [gone, came].reduce(followPosted(), emptyPostedWindow)
 * assert.deepStrictEqual(links, [{ pending: 1, posted: 2 }])
 */
export const followPosted = (
  config: FollowPostedConfig = {},
): ((window: PostedWindow, batch: PostableBatch) => PostedWindow) => {
  const { hold = 30, maxRows = 1000, ...settings } = decodeOptions(configCodec, config)
  const rule = ruleOf(settings)

  return (before, batch) => {
    const window = batch.isUserReplaced === true ? emptyPostedWindow : before
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
