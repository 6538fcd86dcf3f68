import { defer, map, toArray } from 'rxjs'
import { copyCodec } from '../base/codec/copyCodec.js'
import { decodeOptions } from '../base/error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { ListGrouping } from '../service/profile/ServiceProfile.js'
import { flattenGroupPages, flattenGroups } from '../streams/pages/flattenGroups.js'
import type { PagesConfig } from '../streams/pages/pages.js'
import type { Stream } from '../streams/send/Stream.js'
import { type Collection, collection, type RequestOf } from './collection.js'

/** A list that can be read as a tree, such as banks by country. `T` is the type of the tree. */
export interface TreeCollection<A, O, Row, T> extends Collection<A, O, Row> {
  /**
   * Reads the full list and arranges it as a tree, by the fields that the profile names.
   *
   * Cold. Emits one value after the last page and completes. A page has 500 resources unless `limit` says otherwise.
   * Errors as {@link Collection.pages} does. Unsubscribing aborts.
   */
  readonly tree: (config?: PagesConfig<A> & O) => Stream<T>
}

/**
 * A tree collection with `get` for one resource, and with `withConnection` for the same collection on another
 * connection.
 */
interface TreeReads<A, O, Row, T, G> extends TreeCollection<A, O, Row, T> {
  readonly get: G
  readonly withConnection: (
    change: (connection: Connection) => Connection,
  ) => Collection<A, O, Row> & { readonly get: G }
}

/** A list. With `nesting`, its rows are groups, and `all` emits the resources in them. */
const leafCollection = <A, O, Row>(
  connection: () => Connection,
  list: RequestOf<Row, O>,
  nesting: ListGrouping<Row, A> | undefined,
): Collection<A, O, Row> => {
  const rows = collection(connection, list)
  if (nesting === undefined) return rows as Collection<unknown, O, Row> as Collection<A, O, Row>
  return {
    ...rows,
    all: (config) => flattenGroups(connection, () => list(config ?? {}), nesting.flatten),
    flattenedPages: (config) => flattenGroupPages(connection, () => list(config ?? {}), nesting.flatten),
  }
}

/** A list that `treeOf` arranges as a tree, and whose rows are groups if the profile has a nesting for it. */
export const treeCollection = <A, O, Row, T, G>(
  connection: () => Connection,
  list: RequestOf<Row, O>,
  nesting: ListGrouping<Row, A> | undefined,
  treeOf: (resources: ReadonlyArray<A>) => T,
  createGet: (connection: () => Connection) => G,
): TreeReads<A, O, Row, T, G> => {
  const readsOn = (connection: () => Connection) => ({
    ...leafCollection(connection, list, nesting),
    get: createGet(connection),
  })
  const read = readsOn(connection)
  return {
    ...read,
    withConnection: (change) => readsOn(() => change(connection())),
    tree: (config) =>
      defer(() => {
        const listConfig = decodeOptions(copyCodec, config ?? {}) as PagesConfig<A> & O
        const { limit = 500 } = listConfig
        return read.all({ ...listConfig, limit })
      }).pipe(toArray(), map(treeOf)),
  }
}
