/** The page of `serveInspector`. */
import {
  BehaviorSubject,
  catchError,
  combineLatest,
  concatMap,
  defer,
  EMPTY,
  fromEvent,
  ignoreElements,
  map,
  type Observable,
  of,
  reduce,
  startWith,
  switchMap,
  tap,
  throwError,
} from 'rxjs'
import { systemClock } from '../../../base/clock/systemClock.js'
import { createElement } from '../element/createElement.js'
import { defineInspector, type InspectorElement } from '../element/defineInspector.js'
import { emptyInspection } from '../reduceInspection.js'
import { toHar } from '../toHar.js'
import { followEvents } from './followEvents.js'
import { entriesAfter } from './readInspection.js'
import { AccessDenied, type Fetch, readText } from './readText.js'

/** The styles of the page around the element. */
const pageStyles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 100rem; padding: 0.75rem 1rem }
header { align-items: baseline; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-bottom: 0.75rem }
h1 { font-size: 1rem; margin: 0 }
header p { flex: 1; margin: 0; min-width: 12rem }
button { background: none; border: 1px solid; border-radius: 6px; color: inherit; font: inherit; font-size: 0.875rem; min-height: 30px; padding: 3px 10px }
`

const name = 'rxbank-inspector'

/** The parts of a browser's window that the page needs to obtain its key. */
interface BrowserParts {
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

const saveAs = (document: Document, name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/**
 * Shows an inspector with the server's data, a line about the connection, and a button that saves a HAR file.
 *
 * Emits nothing and never completes. It reconnects when an address with another token is opened in the same tab. "Clear"
 * hides the current data on this page only; the server keeps it.
 */
export const showPage = (window: Window & typeof globalThis): Observable<never> => {
  const { document, sessionStorage: storage, location, history } = window
  const received$ = new BehaviorSubject(emptyInspection)
  const clearedAt$ = new BehaviorSubject(emptyInspection.last)
  const inspection$ = combineLatest([received$, clearedAt$], entriesAfter)

  const sheet = new CSSStyleSheet()
  sheet.replaceSync(pageStyles)
  document.adoptedStyleSheets = [sheet]
  defineInspector()
  const status = createElement('p', { role: 'status' }, 'Connecting …')
  const save = createElement('button', { type: 'button' }, 'Save as HAR')
  save.addEventListener('click', () =>
    saveAs(document, 'rxbank.har', JSON.stringify(toHar(entriesAfter(received$.value, clearedAt$.value)))),
  )
  const element = Object.assign(document.createElement('rxbank-inspector') as HTMLElement & InspectorElement, {
    inspector: { inspection$, clear: () => clearedAt$.next(received$.value.last) },
  })
  const header = createElement('header', {}, createElement('h1', {}, location.host), status, save)
  document.body.replaceChildren(header, createElement('main', {}, element))

  const fetchFromServer: Fetch = (path, init) => window.fetch(path, init)
  const connection$ = obtainKey({ fetch: fetchFromServer, storage, location, history }).pipe(
    concatMap((key) => followEvents({ fetch: fetchFromServer, key, clock: systemClock })),
    tap((inspection) => {
      status.textContent = inspection === undefined ? 'Not connected; trying again every second.' : 'Connected'
      if (inspection !== undefined) received$.next(inspection)
    }),
    ignoreElements(),
    catchError((error: unknown) => {
      status.textContent =
        error instanceof AccessDenied
          ? 'Access denied. Open the newest address that the program has printed: each address opens one page.'
          : 'Not connected. Reload the page when the program is running.'
      return EMPTY
    }),
  )
  // The browser does not reload the page for an address that differs only in its fragment.
  return fromEvent(window, 'hashchange').pipe(
    startWith(undefined),
    switchMap(() => connection$),
  )
}
