import { fromEvent, merge, type Observable } from 'rxjs'

/** What is there of a page: all of it in a page, no document in a worker, nothing on Node. */
interface Page {
  readonly document?: Document
  readonly addEventListener?: unknown
}

const page = (): Page => globalThis

/** Whether the page may be seen; true where there is none. */
export const isShown = (): boolean => page().document?.visibilityState !== 'hidden'

/** Whether the network may be there; true where nobody knows. */
export const isOnline = (): boolean => (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine !== false

/** Events of the window, or of the worker, and of the document: as many of them as there are here. */
export const pageEvents = (ofWindow: ReadonlyArray<string>, ofDocument: ReadonlyArray<string>): Observable<Event> => {
  const { document, addEventListener } = page()
  const here =
    addEventListener === undefined
      ? []
      : ofWindow.map((name) => fromEvent<Event>(globalThis as unknown as Window, name))
  return merge(...here, ...(document === undefined ? [] : ofDocument.map((name) => fromEvent<Event>(document, name))))
}
