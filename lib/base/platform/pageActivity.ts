import { concat, defer, distinctUntilChanged, map, type Observable, of } from 'rxjs'
import { isOnline, isShown, pageEvents } from './pageEvents.js'

/**
 * Whether background requests are useful: the page is visible, and the network may be available. For `active$` of a client.
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
