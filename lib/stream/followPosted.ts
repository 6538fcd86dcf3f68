import { toNullable } from 'fp-ts/lib/Option.js'
import { daysSinceEpoch } from '../codec/calendar.js'
import { integer } from '../codec/integer.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { type MatchPostedConfig, matchFields, ruleOf } from '../model/matchPosted.js'
import { matchTraces } from '../model/matchTraces.js'
import { type PostableRow, type PostedTrace, postedTrace, traceOf } from '../model/postedTrace.js'
import type { ClassifiedBatch } from './classifyChanges.js'
import type { PostedWindow } from './PostedWindow.js'

/** How removed transactions are followed to their successors. */
export interface FollowPostedConfig extends MatchPostedConfig {
  /** A row waits for its other half until so many days after its `date`, 0 to 366; default 30. */
  readonly hold?: number
  /** So many rows are held at most, of the removed and of the added each; default 1000. */
  readonly most?: number
}

const configCodec = /* @__PURE__ */ options(
  'options',
  {},
  { ...matchFields, hold: /* @__PURE__ */ integer(0, 366), most: /* @__PURE__ */ integer(1) },
)

const day = 24 * 60 * 60 * 1000

type Held = Map<number, PostedTrace>

const dayOf = ({ date }: PostedTrace): number => daysSinceEpoch(date)

const toMap = (traces: ReadonlyArray<PostedTrace>): Held => new Map(traces.map((trace) => [trace.id, trace]))

const hold = (held: Held, row: PostableRow, round: number): void => {
  const trace = traceOf(row, round)
  if (trace) held.set(row.id, trace)
  else held.delete(row.id)
}

/** Whether two traces of a row tell the same, whichever rounds they are of. */
const isSame = (one: PostedTrace, other: PostedTrace | undefined): boolean => {
  const names = Object.keys(postedTrace.required).concat(Object.keys(postedTrace.optional)) as Array<keyof PostedTrace>
  return other !== undefined && names.every((name) => name === 'round' || one[name] === other[name])
}

/** The day after that of the latest row that is one too many. */
const fullFrom = (held: Held, most: number): number => {
  const tooMany = Array.from(held.values(), dayOf).sort((one, other) => other - one)[most]
  return tooMany === undefined ? -Infinity : tooMany + 1
}

/**
 * Follows removed transactions to their successors, batch by batch: {@link matchPosted} over what came lately.
 *
 * Gives a pure function from what is known so far and a {@link ClassifiedBatch} to what is known then: a reducer, such as
 * `scan` takes, begun with {@link emptyPostedWindow}. Rows wait for their other half, and are matched at the end of each
 * round, where a batch has a checkpoint: it does not matter how rows fall on pages. What was linked is not linked again.
 *
 * - A successor comes in the round of the removal, in the one before it, or in a later one. What was there longer is none:
 *   so a payment that is made every day is told from those of other days.
 * - A removed row counts where it was `known`. It is read as the batch has it: where a service sends no more than an id,
 *   put the row that you have in its place.
 * - An added row that is removed again counts no more; one that is updated, as it is then. One that the next round tells
 *   again as it was, as after a crash, came in that round.
 * - A row is linked until `hold` days after its `date`, by the service's clock, and held for `days` more: what it makes
 *   ambiguous stays so. Of more than `most` rows those of the earliest days are forgotten, and what could have been theirs
 *   is not linked. A row without an account, a currency, an amount or a date is not followed.
 * - A window that is kept with the rows, in one transaction, loses no link at a crash. One in memory is lost with what
 *   waited in it; no row is.
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
): ((
  window: PostedWindow,
  batch: Pick<ClassifiedBatch<PostableRow>, 'added' | 'updated' | 'removed' | 'known' | 'checkpoint'>,
) => PostedWindow) => {
  const { hold: wait = 30, most = 1000, ...settings } = decodeOptions(configCodec, config)
  const rule = ruleOf(settings)

  return (window, batch) => {
    const removed = toMap(window.removed)
    const added = toMap(window.added)
    for (const row of batch.added) {
      removed.delete(row.id)
      hold(added, row, window.round)
    }
    for (const row of batch.updated) {
      const trace = added.get(row.id)
      if (trace === undefined) continue
      const isToldAgain = trace.round === window.round - 1 && isSame(trace, traceOf(row, trace.round))
      hold(added, row, isToldAgain ? window.round : trace.round)
    }
    for (const row of batch.removed) {
      added.delete(row.id)
      if (batch.known.has(row.id)) hold(removed, row, window.round)
    }

    const end = toNullable(batch.checkpoint)
    const today = end === null ? -Infinity : Math.floor(end.getTime() / day)
    const from = Math.max(window.from, today - wait - rule.days, fullFrom(removed, most), fullFrom(added, most))
    const since = (traces: Held) => Array.from(traces.values()).filter((trace) => dayOf(trace) >= from)
    const held = { removed: since(removed), added: since(added), from }
    if (end === null) return { ...held, round: window.round, links: [] }

    /** All that it could be taken for is held. */
    const isSure = (trace: PostedTrace | undefined) => trace !== undefined && dayOf(trace) >= from + rule.days
    const links = matchTraces(held.removed, held.added, rule).filter(
      ({ pending, posted }) => isSure(removed.get(pending)) && isSure(added.get(posted)),
    )
    const linked = new Set(links.flatMap(({ pending, posted }) => [pending, posted]))
    const others = (traces: ReadonlyArray<PostedTrace>) => traces.filter((trace) => !linked.has(trace.id))
    return { removed: others(held.removed), added: others(held.added), from, round: window.round + 1, links }
  }
}
