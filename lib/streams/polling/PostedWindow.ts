import * as t from 'io-ts'
import { finite } from '../../base/codec/finite.js'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'
import { matchFields } from '../../service/model/MatchFields.js'

/**
 * The codec of a {@link PostedWindow}, which is plain data that `JSON.stringify` can write.
 *
 * - `removed`, `added`: the matching fields of the rows whose counterpart was not found yet.
 * - `from`: the first day of the window, in days since 1970. All rows with this `date` or a later one are in the window, and
 *   no others.
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
