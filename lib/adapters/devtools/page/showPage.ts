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
import { systemClock } from '../../../index.js'
import { defineInspector, type InspectorElement } from '../element/defineInspector.js'
import { make } from '../element/make.js'
import { emptyInspection } from '../reduce.js'
import { toHar } from '../toHar.js'
import { enter } from './enter.js'
import { followEvents } from './followEvents.js'
import { pageStyles } from './pageStyles.js'
import { later } from './readInspection.js'
import { type Fetch, Refused } from './readText.js'

const saveAs = (document: Document, name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/**
 * Shows an inspector of what the server tells, with a line about the connection and a button that saves a HAR file.
 *
 * Emits nothing and never completes; an address with another token, opened in the same tab, is asked anew. `Clear` hides
 * in this page what there is; the server forgets nothing.
 */
export const showPage = (window: Window & typeof globalThis): Observable<never> => {
  const { document, sessionStorage: storage, location, history } = window
  const known = new BehaviorSubject(emptyInspection)
  const cleared = new BehaviorSubject(emptyInspection.last)
  const inspection$ = combineLatest([known, cleared], later)

  const sheet = new CSSStyleSheet()
  sheet.replaceSync(pageStyles)
  document.adoptedStyleSheets = [sheet]
  defineInspector()
  const status = make('p', { role: 'status' }, 'Connecting …')
  const save = make('button', { type: 'button' }, 'Save as HAR')
  save.addEventListener('click', () =>
    saveAs(document, 'rxbank.har', JSON.stringify(toHar(later(known.value, cleared.value)))),
  )
  const element = Object.assign(document.createElement('rxbank-inspector') as HTMLElement & InspectorElement, {
    inspector: { inspection$, clear: () => cleared.next(known.value.last) },
  })
  const header = make('header', {}, make('h1', {}, location.host), status, save)
  document.body.replaceChildren(header, make('main', {}, element))

  const ask: Fetch = (path, init) => window.fetch(path, init)
  const followed = enter({ fetch: ask, storage, location, history }).pipe(
    concatMap((key) => followEvents({ fetch: ask, key, clock: systemClock })),
    tap((inspection) => {
      status.textContent = inspection === undefined ? 'No answer; it is asked again each second.' : 'Connected'
      if (inspection !== undefined) known.next(inspection)
    }),
    ignoreElements(),
    catchError((error: unknown) => {
      status.textContent =
        error instanceof Refused
          ? 'Not allowed to look. Open the newest address that the program has printed: each opens one page.'
          : 'No answer. Load the page again when the program runs.'
      return EMPTY
    }),
  )
  // An address that differs in its fragment alone, opened in this tab, does not load the page again.
  return fromEvent(window, 'hashchange').pipe(
    startWith(undefined),
    switchMap(() => followed),
  )
}
