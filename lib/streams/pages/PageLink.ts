import type { Option } from 'fp-ts/lib/Option.js'
import { shareAcrossCopies } from '../../base/packageCopies.js'
import type { Connection } from '../../http/Connection.js'
import type { ListRequest } from '../../service/api/Request.js'
import type { RejectedRow } from './decodeRows.js'

/** One page of a list. */
export interface Page<A> {
  /** The rows of the page in the service's order: newest first. */
  readonly resources: ReadonlyArray<A>
  /** The link to the next page, for `page` of the list; `None` on the last page. */
  readonly next: Option<PageLink>
  /** The link to the previous page, for `page` of the list; `None` on the first page. */
  readonly previous: Option<PageLink>
  /** The number of the page: 1 is the first page of the list. */
  readonly number: number
  /** The uuid of the user whose rows these are, from the token of the request; missing without a token. */
  readonly userUuid?: string
  /** With `onInvalidRow: 'report'`, the rows that cannot be decoded and were omitted; missing if there are none. */
  readonly rejected?: ReadonlyArray<RejectedRow>
}

/** The page that a link leads to, and the client, principal and list that may follow it. */
export interface LinkTarget {
  readonly client: object
  readonly principal: string
  /** The list: its operation, its path, the resource that it belongs to, and the codec of its resources. */
  readonly operation: string
  readonly path: string
  readonly subject?: string | number | undefined
  readonly codec: object
  /** The link as received, relative to `requestUrl`, the URL of the request whose response contained it. */
  readonly uri: string
  readonly requestUrl: string
  readonly number: number
}

const targets = /* @__PURE__ */ shareAcrossCopies('PageLink', () => new WeakMap<object, LinkTarget>())
const placeholder = '[PageLink]'

/**
 * A link to the page before or after another, for `page(link)` of the same list.
 *
 * It works only for its client, user and list, and only in this process. It cannot be built, read or stored, because
 * cursors change over time and the service forbids storing them.
 */
export class PageLink {
  /** @internal */
  constructor(target: LinkTarget) {
    targets.set(this, target)
    Object.freeze(this)
  }

  /** Whether a value is a link of this or another copy of the package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && targets.has(value)
  }

  toString(): string {
    return placeholder
  }

  toJSON(): string {
    return placeholder
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return placeholder
  }
}

/** @internal The target of a link, if the link belongs to this client, user and list. */
export const linkTarget = <A>(
  link: unknown,
  { client, principal }: Connection,
  { operation, path, resource, subject }: ListRequest<A>,
): LinkTarget | undefined => {
  const target = link instanceof PageLink ? targets.get(link) : undefined
  const hasSameClient = target?.client === client && target.principal === principal
  const hasSamePath = target?.operation === operation && target.path === path
  const isSameList = hasSamePath && target.subject === subject && target.codec === resource
  return hasSameClient && isSameList ? target : undefined
}
