import { concat, defer, distinctUntilChanged, map, type Observable, of } from 'rxjs'
import { isOnline, isShown, pageEvents } from './pageEvents.js'

/**
 * Whether background requests are of use: the page is visible, and the network may be available. For `active$` of a client.
 *
 * Cold; emits the present value at once, then each other one; listens while it is subscribed to. A worker knows of the
 * network alone; on Node it is `true` and completes.
 *
 * @example
 * import { createClient, pageActivity } from 'rxbank'
 *
 * const client = createClient({ baseUrl: 'https://bank.example', clientId: 'id', active$: pageActivity() })
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
