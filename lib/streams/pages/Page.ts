import type { Option } from 'fp-ts/lib/Option.js'
import type { PageLink } from './PageLink.js'
import type { RejectedRow } from './RejectedRow.js'

/** One page of a list. */
export interface Page<A> {
  /** The rows of the page in the service's order: newest first. */
  readonly resources: ReadonlyArray<A>
  /** The link to the next page, for `page` of the list; `None` on the last one. */
  readonly next: Option<PageLink>
  /** The link to the previous page, for `page` of the list; `None` on the first one. */
  readonly previous: Option<PageLink>
  /** The number of the page: 1 is the first page of the list. */
  readonly number: number
  /** The uuid of the user whose rows these are, from the token of the request; missing without a token. */
  readonly userUuid?: string
  /** With `onInvalidRow: 'report'`, the rows that cannot be decoded and were left out; missing if there are none. */
  readonly rejected?: ReadonlyArray<RejectedRow>
}
