import { InjectionToken } from '@angular/core'
import type { Client, GatewayClient, Http } from '../../index.js'

/** What `injectRxBank` injects: the client of `provideRxBank`, or what a test provides in its place. */
export const RXBANK = new InjectionToken<Client | GatewayClient>('RXBANK: the client of provideRxBank(…)')

/** The transport that a feature brings, if one does. */
export const RXBANK_HTTP = new InjectionToken<Http>('RXBANK_HTTP: the transport of withHttpClient()')

/** Where the last value of a stream is kept; empty until there is one. */
export interface Place {
  last?: { readonly value: unknown }
}

/** Gives, of a name, its place for who is logged in, which reads signals. */
export const RXBANK_KEPT = new InjectionToken<(keep: string | (() => string)) => () => Place>(
  'RXBANK_KEPT: withKeptValues(…)',
)
