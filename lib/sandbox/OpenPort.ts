import type { Observable } from 'rxjs'
import type { Exchange } from './exchange.js'

/** Opens a port for an exchange: emits the base URL when it is open; unsubscribing closes it and every connection. */
export type OpenPort = (exchange: Exchange, port: number) => Observable<string>
