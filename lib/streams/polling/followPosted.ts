import { toNullable } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { daysSinceEpoch } from '../../base/codec/calendar.js'
import { id } from '../../base/codec/id.js'
import { finite, integer } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { record } from '../../base/codec/record.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { linkRows } from '../../service/model/linkRows.js'
import { type MatchFields, matchFields, matchFieldsOf, type PostableRow } from '../../service/model/MatchFields.js'
import { matchOptions, type MatchPostedConfig, ruleOf } from '../../service/model/matchPosted.js'
import type { ClassifiedBatch } from './classifyChanges.js'

/**
 * The codec of a {@link PostedWindow}, which is plain data that `JSON.stringify` can write.
 *
 * - `removed`, `added`: the matching fields of the rows whose counterpart was not found yet.
 * - `from`: the first day of the window, in days since 1970. The window has exactly the rows with this `date` or a
 *   later one.
 * - `round`: the number of the current or next round.
 * - `links`: the pairs that were found with the last batch, by the ids of their rows.
 */
export const postedWindow = /* @__PURE__ */ record(
  'posted window',
  {
    removed: /* @__PURE__ */ t.readonlyArray(matchFields),
    added: /* @__PURE__ */ t.readonlyArray(matchFields),
    from: finite,
    round: finite,
    links: /* @__PURE__ */ t.readonlyArray(/* @__PURE__ */ record('link', { pending: id, posted: id }, {})),
  },
  {},
)

/** The pairs that were found, and the rows whose counterpart was not found yet; see {@link followPosted}. */
export interface PostedWindow extends t.TypeOf<typeof postedWindow> {}

/** A day before any `date`, in days since 1970. */
const beforeAnyDate = -720_000

/** The window before the first batch. */
export const emptyPostedWindow: PostedWindow = { removed: [], added: [], from: beforeAnyDate, round: 0, links: [] }

/** The options of linking removed transactions to their successors. */
export interface FollowPostedConfig extends MatchPostedConfig {
  /** For how many days after its `date` a row can be linked, 0 to 366; default 30. */
  readonly hold?: number
  /** The maximum number of removed rows in the window, and of added rows; default 1000 each. */
  readonly maxRows?: number
}

/**
 * The part of a {@link ClassifiedBatch} that `followPosted` needs. You may replace the removed rows by your own copies.
 */
export interface PostableBatch extends Pick<
  ClassifiedBatch<PostableRow>,
  'added' | 'updated' | 'known' | 'checkpoint' | 'isUserReplaced'
> {
  readonly removed: ReadonlyArray<PostableRow>
}

const configCodec = /* @__PURE__ */ options(
  'options',
  {},
  { ...matchOptions, hold: /* @__PURE__ */ integer(0, 366), maxRows: /* @__PURE__ */ integer(1) },
)

const day = 24 * 60 * 60 * 1000

type MatchFieldsById = Map<number, MatchFields>

const dayOf = ({ date }: MatchFields): number => daysSinceEpoch(date)

const toMap = (rows: ReadonlyArray<MatchFields>): MatchFieldsById => new Map(rows.map((fields) => [fields.id, fields]))

const putMatchFields = (matchFieldsById: MatchFieldsById, row: PostableRow, round: number): void => {
  const fields = matchFieldsOf(row, round)
  if (fields) matchFieldsById.set(row.id, fields)
  else matchFieldsById.delete(row.id)
}

/** Whether the matching fields of two versions of a row are equal, apart from their rounds. */
const hasSameMatchFields = (fields: MatchFields, other: MatchFields | undefined): boolean => {
  const names = Object.keys(matchFields.required).concat(Object.keys(matchFields.optional)) as Array<keyof MatchFields>
  return other !== undefined && names.every((name) => name === 'round' || fields[name] === other[name])
}

/** The earliest day on or after which at most `maxRows` rows are dated. */
const firstDayWithin = (matchFieldsById: MatchFieldsById, maxRows: number): number => {
  const firstExcessDay = Array.from(matchFieldsById.values(), dayOf).sort((a, b) => b - a)[maxRows]
  return firstExcessDay === undefined ? -Infinity : firstExcessDay + 1
}

/**
 * Links removed transactions to the posted ones that replace them, batch by batch: {@link matchPosted} for the rows of
 * the last weeks.
 *
 * Returns a pure function from a window and a {@link ClassifiedBatch} to the next window: a reducer for `scan`, with
 * the seed {@link emptyPostedWindow}. Rows stay in the window until their counterpart is found, or until they expire
 * (see `hold` and `maxRows`). They are matched at the end of each round, when a batch has a checkpoint, so it does not
 * matter on which page each row arrives. No row is linked twice.
 *
 * - The posted row must be added in the round of the removal, in the previous round, or later. An older row is not
 *   linked, so that a daily payment is not mistaken for another day's payment.
 * - A removed row is used if it was `known`. If the service sends only its id, put your own copy of the row into the
 *   batch.
 * - An added row that is removed again is dropped. An added row that is updated is matched by its new content. If an
 *   added row is sent again unchanged in the next round, as after a crash, it counts as added in that round.
 * - A row can be linked until `hold` days after its `date`, by the service's clock. It stays in the window for `days`
 *   more, because it can still make another match ambiguous. If there are more than `maxRows` rows, the rows of the
 *   earliest days are dropped, and their possible counterparts are not linked. A row without account, currency, amount
 *   or date is ignored.
 * - With the first batch of a new user (`isUserReplaced`) the window is emptied.
 * - Store the window in the same database transaction as your rows, so that a crash loses no link. A window in memory
 *   is lost in a crash; your own rows are not affected.
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
      putMatchFields(added, row, window.round)
    }
    for (const row of batch.updated) {
      const fields = added.get(row.id)
      if (fields === undefined) continue
      const isRepeated =
        fields.round === window.round - 1 && hasSameMatchFields(fields, matchFieldsOf(row, fields.round))
      putMatchFields(added, row, isRepeated ? window.round : fields.round)
    }
    for (const row of batch.removed) {
      added.delete(row.id)
      if (batch.known.has(row.id)) putMatchFields(removed, row, window.round)
    }

    const end = toNullable(batch.checkpoint)
    const today = end === null ? -Infinity : Math.floor(end.getTime() / day)
    const from = Math.max(
      window.from,
      today - hold - rule.days,
      firstDayWithin(removed, maxRows),
      firstDayWithin(added, maxRows),
    )
    const since = (matchFieldsById: MatchFieldsById) =>
      Array.from(matchFieldsById.values()).filter((fields) => dayOf(fields) >= from)
    const recent = { removed: since(removed), added: since(added), from }
    if (end === null) return { ...recent, round: window.round, links: [] }

    /** Whether the window has all rows that could be mistaken for this one. */
    const isUnambiguous = (fields: MatchFields | undefined) => fields !== undefined && dayOf(fields) >= from + rule.days
    const links = linkRows(recent.removed, recent.added, rule).filter(
      ({ pending, posted }) => isUnambiguous(removed.get(pending)) && isUnambiguous(added.get(posted)),
    )
    const linked = new Set(links.flatMap(({ pending, posted }) => [pending, posted]))
    const others = (rows: ReadonlyArray<MatchFields>) => rows.filter(({ id }) => !linked.has(id))
    return { removed: others(recent.removed), added: others(recent.added), from, round: window.round + 1, links }
  }
}
