import { shareAcrossCopies } from '../../base/packageCopies.js'
import type { Connection } from '../../http/Connection.js'
import type { ListRequest } from '../../service/api/Request.js'

/** Where a link leads, and who may follow it. */
export interface LinkTarget {
  readonly client: object
  readonly principal: string
  /** The list: its operation and path, what else says what it is about, and the codec of its resources. */
  readonly operation: string
  readonly path: string
  readonly subject?: string | number | undefined
  readonly codec: object
  /** As the service gave it; it is relative to the URL of the request whose answer had it. */
  readonly uri: string
  readonly requestUrl: string
  readonly number: number
}

const targets = /* @__PURE__ */ shareAcrossCopies('PageLink', () => new WeakMap<object, LinkTarget>())
const shown = '[PageLink]'

/**
 * A link to the page before or after another, for `page(link)` of the list that gave it.
 *
 * It is bound to the client, the user and the list, is valid as long as the process runs, and cannot be built, read or
 * stored: cursors change over time, and the service forbids keeping them.
 */
export class PageLink {
  /** @internal */
  constructor(target: LinkTarget) {
    targets.set(this, target)
    Object.freeze(this)
  }

  /** Whether a value is a link, made by any copy of the package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && targets.has(value)
  }

  toString(): string {
    return shown
  }

  toJSON(): string {
    return shown
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return shown
  }
}

/** @internal The target of a link, if it is of this client, user and list. */
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
