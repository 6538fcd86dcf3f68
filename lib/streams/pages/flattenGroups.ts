import type { Connection } from '../../http/Connection.js'
import type { Page } from './Page.js'
import { emitPage, emitResources, type ListToRead, openPages } from './pages.js'
import { PageStream } from './PageStream.js'

/** The resources in a row that is a group of them. */
type ResourcesIn<Row, A> = (row: Row) => ReadonlyArray<A>

/** Makes pages of resources from the pages of groups of one run, without resources whose `id` was on an earlier page. */
const flattenOnce =
  <Row, A>(resourcesIn: ResourcesIn<Row, A>) =>
  (): ((page: Page<Row>) => Page<A>) => {
    const seen = new Set<unknown>()
    const isNew = (resource: A): boolean => {
      const { id } = resource as { readonly id?: unknown }
      const isKnown = id !== undefined && seen.has(id)
      seen.add(id)
      return !isKnown
    }
    return (page) => ({ ...page, resources: page.resources.flatMap(resourcesIn).filter(isNew) })
  }

/**
 * Reads a list whose rows are groups page by page, as `deferPages` does, with the resources of the groups instead of the
 * groups. Each resource comes once, also if its group comes again on a later page.
 */
export const flattenGroupPages = <Row, A>(
  connection: () => Connection,
  list: () => ListToRead<Row, A>,
  resourcesIn: ResourcesIn<Row, A>,
): PageStream<Page<A>> => new PageStream(openPages(connection, list, flattenOnce(resourcesIn), emitPage))

/** Reads a list whose rows are groups resource by resource, as `deferAll` does. A run keeps the ids that it has emitted. */
export const flattenGroups = <Row, A>(
  connection: () => Connection,
  list: () => ListToRead<Row, A>,
  resourcesIn: ResourcesIn<Row, A>,
): PageStream<A> => new PageStream(openPages(connection, list, flattenOnce(resourcesIn), emitResources))
