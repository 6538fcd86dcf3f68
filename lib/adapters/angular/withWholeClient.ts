import { createClient } from '../../index.js'
import type { WholeClientFeature } from './provideRxBank.js'
import { RXBANK_MAKE } from './RXBANK_MAKE.js'

/**
 * Makes the client by `createClient`, for a config without a gateway, or with `limits` for the page. Give it before
 * other features. Without it an app's bundle has nothing of limits, tokens and credentials.
 *
 * @example
 * import { TestBed } from '@angular/core/testing'
 * import { injectRxBank, provideRxBank, withWholeClient } from 'rxbank/angular'
 *
 * const config = { baseUrl: 'https://bank.example', clientId: 'id' }
 * TestBed.configureTestingModule({ providers: [provideRxBank(config, withWholeClient())] })
 * assert.ok('users' in TestBed.runInInjectionContext(() => injectRxBank()))
 */
export const withWholeClient = (): WholeClientFeature => ({
  isWhole: true,
  providers: [{ provide: RXBANK_MAKE, useValue: createClient }],
})
