import type { Option } from 'fp-ts/lib/Option.js'
import type { PageLink } from './PageLink.js'
import type { RejectedRow } from './RejectedRow.js'

/** One page of a list. */
export interface Page<A> {
  /** What is on the page, as the service ordered it: newest first. */
  readonly resources: ReadonlyArray<A>
  /** The link to the next page, for `page` of the list; `None` on the last one. */
  readonly next: Option<PageLink>
  /** The link to the previous page, for `page` of the list; `None` on the first one. */
  readonly previous: Option<PageLink>
  /** The number of the page: 1 is the first page of the list. */
  readonly number: number
  /** The uuid of the user whose rows they are, as the token of the request said; missing without a token. */
  readonly userUuid?: string
  /** With `onInvalidRow: 'report'`, the rows that were left out because they cannot be decoded; missing if there are none. */
  readonly rejected?: ReadonlyArray<RejectedRow>
}
