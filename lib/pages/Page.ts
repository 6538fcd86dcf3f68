import type { Option } from 'fp-ts/lib/Option.js'
import type { PageLink } from './PageLink.js'

/**
 * One page of a list.
 *
 * - `resources`: as the service ordered them, newest first.
 * - `next`, `previous`: links to the next and the previous page, where there are any.
 * - `number`: counts from 1, the first page of the list.
 */
export interface Page<A> {
  readonly resources: ReadonlyArray<A>
  readonly next: Option<PageLink>
  readonly previous: Option<PageLink>
  readonly number: number
}
