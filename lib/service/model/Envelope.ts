import { none, type Option, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { list } from '../../base/codec/list.js'
import { record } from '../../base/codec/record.js'
import { memoizeByObject } from '../../base/memoizeByObject.js'

const pagination = record('pagination', {}, { previous_uri: t.string, next_uri: t.string })

/** The links of a page to its neighbours. */
export interface Pagination extends t.TypeOf<typeof pagination> {}

/** A page as the service sends it. */
export interface Envelope<A> {
  readonly resources: Array<A>
  readonly pagination?: Pagination | null | undefined
}

/** Creating a codec is expensive, so there is one page codec for each codec of rows. */
const pageCodecOf = /* @__PURE__ */ memoizeByObject((codec: t.Mixed) =>
  record(`page of ${codec.name}`, { resources: list(codec) }, { pagination }),
)

/**
 * The codec of a page whose rows decode with a codec.
 *
 * - `resources`: the rows, newest first; documented.
 * - `pagination`: an object; documented. It may be missing or `null`, as in a list that has one page; assumed.
 * - `pagination.previous_uri`: relative URI, `null` on the first page; documented. Missing or `''` too; assumed.
 * - `pagination.next_uri`: relative URI, `null` when no results remain; documented. Missing, `''` or the string `null`
 *   too; assumed.
 */
export const envelope = <A, O = A>(codec: t.Type<A, O>): t.Type<Envelope<A>, Envelope<O>> => pageCodecOf(codec)

/** The codec of a page whose rows are decoded one by one, later. */
export const rawEnvelope: t.Type<Envelope<unknown>, Envelope<unknown>> = /* @__PURE__ */ envelope(t.unknown)

const link = (uri: string | null | undefined): Option<string> => (uri && uri !== 'null' ? some(uri) : none)

/** The link to the page after this one, if any results remain. */
export const nextUri = (page: Envelope<unknown>): Option<string> => link(page.pagination?.next_uri)

/** The link to the page before this one, if it is not the first. */
export const previousUri = (page: Envelope<unknown>): Option<string> => link(page.pagination?.previous_uri)
