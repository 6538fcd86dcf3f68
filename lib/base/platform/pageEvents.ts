import { fromEvent, merge, type Observable } from 'rxjs'

/** The parts of a page that exist: all in a page, no document in a worker, none on Node. */
interface Page {
  readonly document?: Document
  readonly addEventListener?: unknown
}

const page = (): Page => globalThis

/** Whether the page is visible; true if there is no page. */
export const isShown = (): boolean => page().document?.visibilityState !== 'hidden'

/** Whether the network may be available; true if that is unknown. */
export const isOnline = (): boolean => (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine !== false

/** Events of the window or worker, and of the document, as far as these exist. */
export const pageEvents = (
  windowEvents: ReadonlyArray<string>,
  documentEvents: ReadonlyArray<string>,
): Observable<Event> => {
  const { document, addEventListener } = page()
  const windowEvents$ =
    addEventListener === undefined
      ? []
      : windowEvents.map((name) => fromEvent<Event>(globalThis as unknown as Window, name))
  return merge(
    ...windowEvents$,
    ...(document === undefined ? [] : documentEvents.map((name) => fromEvent<Event>(document, name))),
  )
}
