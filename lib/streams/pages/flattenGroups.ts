import type { Connection } from '../../http/Connection.js'
import type { Page } from './PageLink.js'
import { emitPage, emitResources, type ListToRead, openPages } from './pages.js'
import { PageStream } from './PageStream.js'

/** Returns the resources of a row that is a group. */
type ResourcesIn<Row, A> = (row: Row) => ReadonlyArray<A>

/** Flattens the pages of one run. Resources whose `id` was on an earlier page are omitted. */
const flattenOnce =
  <Row, A>(resourcesIn: ResourcesIn<Row, A>) =>
  (): ((page: Page<Row>) => Page<A>) => {
    const emittedIds = new Set<unknown>()
    const isNew = (resource: A): boolean => {
      const { id } = resource as { readonly id?: unknown }
      const isKnown = id !== undefined && emittedIds.has(id)
      emittedIds.add(id)
      return !isKnown
    }
    return (page) => ({ ...page, resources: page.resources.flatMap(resourcesIn).filter(isNew) })
  }

/**
 * Reads a list of groups page by page, as `deferPages` does. The pages contain the resources of the groups instead of
 * the groups. Each resource is on one page only, even if its group is sent again on a later page.
 */
export const flattenGroupPages = <Row, A>(
  connection: () => Connection,
  list: () => ListToRead<Row, A>,
  resourcesIn: ResourcesIn<Row, A>,
): PageStream<Page<A>> => new PageStream(openPages(connection, list, flattenOnce(resourcesIn), emitPage))

/** Reads a list of groups resource by resource, as `deferAll` does. Each run remembers the ids that it has emitted. */
export const flattenGroups = <Row, A>(
  connection: () => Connection,
  list: () => ListToRead<Row, A>,
  resourcesIn: ResourcesIn<Row, A>,
): PageStream<A> => new PageStream(openPages(connection, list, flattenOnce(resourcesIn), emitResources))
