import { InjectionToken } from '@angular/core'
import type { Client } from '../../client/Client.js'
import type { GatewayClient } from '../../client/GatewayClient.js'
import type { Http } from '../../http/Http.js'

/** The token that `injectRxBank` injects: the client of `provideRxBank`, or a replacement that a test provides. */
export const RXBANK = new InjectionToken<Client | GatewayClient>('RXBANK: the client of provideRxBank(…)')

/** The transport that a feature such as `withHttpClient` provides. */
export const RXBANK_HTTP = new InjectionToken<Http>('RXBANK_HTTP: the transport of withHttpClient()')

/** Stores the last value of a stream; empty until there is one. */
export interface TransferredValue {
  last?: { readonly value: unknown }
}

/** Returns a function that reads signals and returns the value kept under a name for the current user. */
export const RXBANK_TRANSFERRED_VALUES = new InjectionToken<
  (transferKey: string | (() => string)) => () => TransferredValue
>('RXBANK_TRANSFERRED_VALUES: withTransferState(…)')
