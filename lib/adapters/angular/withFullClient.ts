import { createClient } from '../../client/createClient.js'
import type { WholeClientFeature } from './provideRxBank.js'
import { RXBANK_CREATE } from './RXBANK_CREATE.js'

/**
 * Creates the client with `createClient`: for a configuration without a gateway. Pass it before other features. Without it the
 * app's bundle contains no code for limits, tokens and credentials.
 *
 * @example
 * import { TestBed } from '@angular/core/testing'
 * import { injectRxBank, provideRxBank, withFullClient } from 'rxbank/angular'
 * import { bridge2025 } from 'rxbank/bridge'
 *
 * const config = { profile: bridge2025, clientId: 'id' }
 * TestBed.configureTestingModule({ providers: [provideRxBank(config, withFullClient())] })
 * assert.ok('users' in TestBed.runInInjectionContext(() => injectRxBank()))
 */
export const withFullClient = (): WholeClientFeature => ({
  isWhole: true,
  providers: [{ provide: RXBANK_CREATE, useValue: createClient }],
})
