import { defer, map, type Observable, toArray } from 'rxjs'
import { copy } from '../codec/copy.js'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import { flattenGroupPages, flattenGroups } from '../pages/flattenGroups.js'
import type { PagesConfig } from '../pages/pages.js'
import { deferPageStream } from '../pages/PageStream.js'
import type { Nesting } from '../profile/Nesting.js'
import { type Collection, collection, type RequestOf } from './collection.js'

/** A list of what a person chooses from; `T` is how it is put in order. */
export interface TreeCollection<A, O, Row, T> extends Collection<A, O, Row> {
  /**
   * Reads the whole list and puts it in order, as the profile's fields tell it.
   *
   * Cold. Emits one value after the last page, 500 resources a page where `limit` does not say, and completes; errors
   * with what a page errors with. Unsubscribing aborts.
   */
  readonly tree: (config?: PagesConfig<A> & O) => Observable<T>
}

/** One resource of a tree is asked for, too: by `get`, through the same connection as the list. */
interface TreeReads<A, O, Row, T, G> extends TreeCollection<A, O, Row, T> {
  readonly get: G
  readonly through: (change: (connection: Connection) => Connection) => Collection<A, O, Row> & { readonly get: G }
}

/** A list whose rows are groups, if there is a nesting. */
const leafCollection = <A, O, Row>(
  connection: () => Connection,
  list: RequestOf<Row, O>,
  nesting: Nesting<Row, A> | undefined,
): Collection<A, O, Row> => {
  const rows = collection(connection, list)
  if (nesting === undefined) return rows as Collection<unknown, O, Row> as Collection<A, O, Row>
  const args = (config: object = {}) => {
    const [request, rest] = list(config)
    return [request, nesting.flatten, rest] as const
  }
  return {
    ...rows,
    all: (config) => deferPageStream(() => flattenGroups(connection())(...args(config))),
    flattenedPages: (config) => deferPageStream(() => flattenGroupPages(connection())(...args(config))),
  }
}

/** A list whose rows are groups where the profile says so, and which `treeOf` puts in order. */
export const treeCollection = <A, O, Row, T, G>(
  connection: () => Connection,
  list: RequestOf<Row, O>,
  nesting: Nesting<Row, A> | undefined,
  treeOf: (resources: ReadonlyArray<A>) => T,
  getThrough: (connection: () => Connection) => G,
): TreeReads<A, O, Row, T, G> => {
  const readThrough = (through: () => Connection) => ({
    ...leafCollection(through, list, nesting),
    get: getThrough(through),
  })
  const read = readThrough(connection)
  return {
    ...read,
    through: (change) => readThrough(() => change(connection())),
    tree: (config) =>
      defer(() => {
        const own = decodeOptions(copy, config ?? {}) as PagesConfig<A> & O
        const { limit = 500 } = own
        return read.all({ ...own, limit })
      }).pipe(toArray(), map(treeOf)),
  }
}
