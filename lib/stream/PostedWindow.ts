import * as t from 'io-ts'
import { finite } from '../codec/finite.js'
import { id } from '../codec/id.js'
import { record } from '../codec/record.js'
import { postedTrace } from '../model/postedTrace.js'

/**
 * The codec of a {@link PostedWindow}, which is plain data: `JSON.stringify` writes it.
 *
 * - `removed`, `added`: traces of the rows that are held.
 * - `from`: all rows since that `date` are held, and none before; days since 1970.
 * - `round`: the number of the round that comes next, or goes on.
 * - `links`: what was found with the last batch, by the ids of rows.
 */
export const postedWindow = /* @__PURE__ */ record(
  'posted window',
  {
    removed: /* @__PURE__ */ t.readonlyArray(postedTrace),
    added: /* @__PURE__ */ t.readonlyArray(postedTrace),
    from: finite,
    round: finite,
    links: /* @__PURE__ */ t.readonlyArray(/* @__PURE__ */ record('link', { pending: id, posted: id }, {})),
  },
  {},
)

/** What has been found, and what is still waited for; see {@link followPosted}. */
export interface PostedWindow extends t.TypeOf<typeof postedWindow> {}

/** Before any day that has a `date`. */
const always = -720_000

/** Where nothing has been seen. */
export const emptyPostedWindow: PostedWindow = { removed: [], added: [], from: always, round: 0, links: [] }
