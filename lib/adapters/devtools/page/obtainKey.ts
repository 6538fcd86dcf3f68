import { defer, map, type Observable, of, reduce, tap, throwError } from 'rxjs'
import { AccessDenied, type Fetch, readText } from './readText.js'

const name = 'rxbank-inspector'

/** The parts of a browser's window that the page needs to obtain its key. */
export interface BrowserParts {
  readonly fetch: Fetch
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly location: Pick<Location, 'hash' | 'pathname'>
  readonly history: Pick<History, 'replaceState'>
}

/**
 * Obtains the key of this page. The first load exchanges the token in the address's fragment for a key, and removes the
 * token from the address. Later loads read the key from the session storage of the tab.
 *
 * Cold; emits one key. Errors with `AccessDenied` if there is neither a token nor a key, or the token was used before.
 */
export const obtainKey = ({ fetch, storage, location, history }: BrowserParts): Observable<string> =>
  defer(() => {
    const token = location.hash.slice(1)
    if (token === '') {
      const key = storage.getItem(name)
      return key === null ? throwError(() => new AccessDenied('the address has no token')) : of(key)
    }
    history.replaceState(null, '', location.pathname)
    return readText(fetch, '/session', { method: 'POST', headers: { Authorization: `Bearer ${token}` } }).pipe(
      reduce((text, piece) => text + piece, ''),
      map((json) => (JSON.parse(json) as { readonly key: string }).key),
      tap((key) => storage.setItem(name, key)),
    )
  })
