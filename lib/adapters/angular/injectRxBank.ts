import { inject } from '@angular/core'
import type { ClientConfig } from '../../client/config/ClientConfig.js'
import { RXBANK } from './RXBANK.js'
import type { AnyRxBankConfig, RxBankClient } from './RxBankConfig.js'

/**
 * Returns the client that {@link provideRxBank} provides. Call it in an injection context.
 *
 * - `Config`: the type of the configuration, which decides the type of the client, as in
 *   `injectRxBank<GatewayConfig>()` or `injectRxBank<typeof config>()`. It is not checked; without it the type is
 *   `Client`.
 *
 * @example
 * import { Injectable } from '@angular/core'
 * import { TestBed } from '@angular/core/testing'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { injectRxBank, provideRxBank } from 'rxbank/angular'
 *
 * const config = { profile: bridge2025, gateway: '/api/bank' }
 *
 * class Accounts {
 *   readonly all$ = injectRxBank<typeof config>().user().accounts.all()
 * }
 * Injectable()(Accounts)
 *
 * TestBed.configureTestingModule({ providers: [provideRxBank(config), Accounts] })
 * assert.strictEqual(typeof TestBed.inject(Accounts).all$.subscribe, 'function')
 */
export const injectRxBank = <Config extends AnyRxBankConfig = ClientConfig>(): RxBankClient<Config> =>
  inject(RXBANK) as RxBankClient<Config>
