import { concat, defer, distinctUntilChanged, filter, fromEvent, map, merge, type Observable, of, share } from 'rxjs'

/** The origin of the page, or of the worker's page; `undefined` on Node. */
export const pageOrigin = (): string | undefined => (globalThis as { location?: Location }).location?.origin

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

/** Events of the window or worker, and of the document, if these exist. */
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

/**
 * A page's hints that a clock may have jumped or that the network is back: the page is shown, focused, resumed or
 * online. For `wakeUp$` of a clock.
 *
 * Shared. It listens only while it is subscribed to. In a web worker it emits only when the network is back; on Node it
 * completes at once.
 *
 * @example
 * import { createClient, pageWakeUps, systemClock } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 *
 * const clock = { ...systemClock, wakeUp$: pageWakeUps() }
 * const client = createClient({ profile: bridge2025, clientId: 'id', clock })
 * assert.ok('banks' in client)
 */
export const pageWakeUps = (): Observable<Event> =>
  defer(() => pageEvents(['pageshow', 'focus', 'online'], ['visibilitychange', 'resume'])).pipe(
    filter(({ type }) => type !== 'visibilitychange' || isShown()),
    share(),
  )

/**
 * Whether background requests are useful: the page is visible, and the network may be available. For `active$` of a
 * client.
 *
 * Cold. Emits the current value at once, and then each change, while it is subscribed to. A web worker knows only the
 * network; on Node it emits `true` and completes.
 *
 * @example
 * import { createClient, pageActivity } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 *
 * const client = createClient({ profile: bridge2025, clientId: 'id', active$: pageActivity() })
 * assert.ok('banks' in client)
 */
export const pageActivity = (): Observable<boolean> =>
  concat(
    of(undefined),
    defer(() => pageEvents(['online', 'offline'], ['visibilitychange'])),
  ).pipe(
    map(() => isShown() && isOnline()),
    distinctUntilChanged(),
  )
