import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import type { Page } from './Page.js'
import { openPages, type PagesConfig, resourcesOf, whole } from './pages.js'
import { PageStream } from './PageStream.js'

/** The resources of a row of a list whose rows are groups of them. */
type LeavesOf<Row, Leaf> = (row: Row) => ReadonlyArray<Leaf>

/** Makes pages of resources of pages of groups, for one run: of the resources with the same `id` the first. */
const eachOnce =
  <Row, Leaf>(leavesOf: LeavesOf<Row, Leaf>) =>
  (): ((page: Page<Row>) => Page<Leaf>) => {
    const seen = new Set<unknown>()
    const isNew = (leaf: Leaf): boolean => {
      const { id } = leaf as { readonly id?: unknown }
      const isKnown = id !== undefined && seen.has(id)
      seen.add(id)
      return !isKnown
    }
    return (page) => ({ ...page, resources: page.resources.flatMap(leavesOf).filter(isNew) })
  }

/**
 * Reads a list whose rows are groups page by page, as `pages` does, the resources of the groups in place of these: each
 * once, a group that comes again on a later page notwithstanding.
 */
export const leafPages =
  (connection: Connection) =>
  <Row, Leaf>(
    request: ListRequest<Row>,
    leavesOf: LeavesOf<Row, Leaf>,
    config: PagesConfig<Leaf> = {},
  ): PageStream<Page<Leaf>> =>
    new PageStream(openPages(connection, request, config, eachOnce(leavesOf), whole))

/** Reads a list whose rows are groups resource by resource, as `all` does; of those that it has emitted it keeps the ids. */
export const leaves =
  (connection: Connection) =>
  <Row, Leaf>(
    request: ListRequest<Row>,
    leavesOf: LeavesOf<Row, Leaf>,
    config: PagesConfig<Leaf> = {},
  ): PageStream<Leaf> =>
    new PageStream(openPages(connection, request, config, eachOnce(leavesOf), resourcesOf))
