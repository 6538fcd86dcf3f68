import { fromEventPattern, type Observable } from 'rxjs'
import type { PoolClientLike, PostgresNotification } from './PoolLike.js'

/** The notifications that a connection receives while this is subscribed to. */
export const notifications = (client: PoolClientLike): Observable<PostgresNotification> =>
  fromEventPattern<PostgresNotification>(
    (listener) => client.on('notification', listener),
    (listener) => client.off('notification', listener),
  )
