import type { Observable } from 'rxjs'
import type { Exchange } from './exchange.js'
import type { ReadTarget } from './WireRequest.js'

/** Opens a port for an exchange: emits the base URL when it is open; unsubscribing closes it and every connection. */
export type OpenPort = (exchange: Exchange, read: ReadTarget, port: number) => Observable<string>
