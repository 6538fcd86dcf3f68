import { InjectionToken } from '@angular/core'
import type { Client, GatewayClient, Http } from '../index.js'

/** What `injectRxBank` injects: the client of `provideRxBank`, or what a test provides in its place. */
export const RXBANK = new InjectionToken<Client | GatewayClient>('RXBANK: the client of provideRxBank(…)')

/** The transport that a feature brings, if one does. */
export const RXBANK_HTTP = new InjectionToken<Http>('RXBANK_HTTP: the transport of withHttpClient()')

/** Where the last value of a stream is kept; empty until there is one. */
export interface Place {
  last?: { readonly value: unknown }
}

/** The place of a key, of the user who is logged in, which a feature brings; reads a signal. */
export const RXBANK_KEPT = new InjectionToken<(key: string) => Place>('RXBANK_KEPT: the places of withKeptValues()')
