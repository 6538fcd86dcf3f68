import { defer, map, type Observable, of, reduce, tap, throwError } from 'rxjs'
import { type Fetch, readText, Refused } from './readText.js'

const name = 'rxbank-inspector'

/** The parts of a browser's window by which the page knows who may look. */
export interface Entrance {
  readonly fetch: Fetch
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly location: Pick<Location, 'hash' | 'pathname'>
  readonly history: Pick<History, 'replaceState'>
}

/**
 * The key of this page: the token in the fragment of its address is exchanged for it, once, and leaves the address; when
 * the page is loaded again, the key is in the storage of the tab's session.
 *
 * Cold; emits one key. Errors with `Refused` if there is neither, or the token was used.
 */
export const enter = ({ fetch, storage, location, history }: Entrance): Observable<string> =>
  defer(() => {
    const token = location.hash.slice(1)
    if (token === '') {
      const key = storage.getItem(name)
      return key === null ? throwError(() => new Refused('the address has no token')) : of(key)
    }
    history.replaceState(null, '', location.pathname)
    return readText(fetch, '/session', { method: 'POST', headers: { Authorization: `Bearer ${token}` } }).pipe(
      reduce((whole, piece) => whole + piece, ''),
      map((text) => (JSON.parse(text) as { readonly key: string }).key),
      tap((key) => storage.setItem(name, key)),
    )
  })
