import type { Option } from 'fp-ts/lib/Option.js'
import { BaseError, type ErrorPlace } from './BaseError.js'

/** Why a list could not be followed further. */
export type PagingReason =
  | 'loop'
  | 'too-many-pages'
  | 'no-progress'
  | 'foreign-address'
  | 'malformed-link'
  | 'foreign-link'

/** @internal What each reason means, and what to do about it. */
export const pagingReasons: Record<PagingReason, string> = {
  loop: 'the link was followed before; read the list again',
  'too-many-pages': 'the list has more pages than maxPages; raise it if the list is that long',
  'no-progress': 'too many empty pages in a row; read the list again later',
  'foreign-address': 'the link leaves the origin or prefix of baseUrl, and nothing was sent there; check baseUrl',
  'malformed-link': 'the link is not a URL; report it to the service',
  'foreign-link': 'the link is not of this list, client and user; read the list from its first page',
}

/**
 * The list cannot be read further: the link to the next page is wrong, or a limit was reached. The next page was not
 * requested.
 *
 * The error does not contain the link, so logs contain no cursors.
 *
 * @see [Errors](../../../docs/guides/errors.md): what to do about each, and what the client handles.
 */
export class PagingError extends BaseError<PagingError> implements ErrorPlace {
  declare readonly _tag: 'PagingError'
  declare readonly operation: string
  /** The number of the page that was not requested, from 1. */
  declare readonly page: Option<number>
  /** `loop`, `too-many-pages`, `no-progress`, `foreign-address`, `malformed-link` or `foreign-link`. */
  declare readonly reason: PagingReason

  constructor({ operation, page, reason }: ErrorPlace & { readonly reason: PagingReason }) {
    super('PagingError', { operation, page, reason }, pagingReasons[reason])
  }
}
