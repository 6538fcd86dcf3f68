import fetch from 'cross-fetch'
import { concatMap, defer, EMPTY, expand, lastValueFrom, map } from 'rxjs'
import { described } from '../decode/fields.mjs'
import { ioTs } from '../decode/ioTs.mjs'

/** What one writes first: `expand` along the links, cross-fetch, and io-ts for every page. */
export const naive = ({ url }) => {
  const { decode } = ioTs(described)
  const get = (path) => defer(async () => (await fetch(`${url}${path}`)).json()).pipe(map(decode))
  const pages = get('/v2/transactions?limit=500').pipe(
    expand(({ pagination }) => (pagination.next_uri === null ? EMPTY : get(pagination.next_uri))),
  )
  return {
    name: 'naive expand + cross-fetch + io-ts',
    read: (seen) =>
      lastValueFrom(
        pages.pipe(
          concatMap(({ resources }) => resources),
          map(seen.addOne),
        ),
      ),
  }
}
