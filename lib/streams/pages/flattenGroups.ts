import type { Connection } from '../../http/Connection.js'
import type { ListRequest } from '../../service/api/Request.js'
import type { Page } from './Page.js'
import { emitPage, emitResources, openPages, type PagesConfig } from './pages.js'
import { PageStream } from './PageStream.js'

/** The resources in a row that is a group of them. */
type ResourcesIn<Row, A> = (row: Row) => ReadonlyArray<A>

/** Makes pages of resources from pages of groups, in one run; of resources with the same `id` it takes the first. */
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
 * Reads a list whose rows are groups page by page, as `pages` does, with the resources of the groups in place of the
 * groups. Each resource comes once, also where its group comes again on a later page.
 */
export const flattenGroupPages =
  (connection: Connection) =>
  <Row, A>(
    request: ListRequest<Row>,
    resourcesIn: ResourcesIn<Row, A>,
    config: PagesConfig<A> = {},
  ): PageStream<Page<A>> =>
    new PageStream(openPages(connection, request, config, flattenOnce(resourcesIn), emitPage))

/** Reads a list whose rows are groups resource by resource, as `all` does. A run keeps the ids that it has emitted. */
export const flattenGroups =
  (connection: Connection) =>
  <Row, A>(request: ListRequest<Row>, resourcesIn: ResourcesIn<Row, A>, config: PagesConfig<A> = {}): PageStream<A> =>
    new PageStream(openPages(connection, request, config, flattenOnce(resourcesIn), emitResources))
