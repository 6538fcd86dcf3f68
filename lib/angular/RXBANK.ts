import { InjectionToken } from '@angular/core'
import type { Client, GatewayClient, Http } from '../index.js'

/** What `injectRxBank` injects: the client of `provideRxBank`, or what a test provides in its place. */
export const RXBANK = new InjectionToken<Client | GatewayClient>('RXBANK: the client of provideRxBank(…)')

/** The transport that a feature brings, if one does. */
export const RXBANK_HTTP = new InjectionToken<Http>('RXBANK_HTTP: the transport of withHttpClient()')
