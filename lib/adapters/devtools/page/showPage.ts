import {
  BehaviorSubject,
  catchError,
  combineLatest,
  concatMap,
  EMPTY,
  fromEvent,
  ignoreElements,
  type Observable,
  startWith,
  switchMap,
  tap,
} from 'rxjs'
import { systemClock } from '../../../base/clock/systemClock.js'
import { createElement } from '../element/createElement.js'
import { defineInspector, type InspectorElement } from '../element/defineInspector.js'
import { emptyInspection } from '../reduceInspection.js'
import { toHar } from '../toHar.js'
import { followEvents } from './followEvents.js'
import { obtainKey } from './obtainKey.js'
import { pageStyles } from './pageStyles.js'
import { entriesAfter } from './readInspection.js'
import { AccessDenied, type Fetch } from './readText.js'

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
