import '@angular/compiler'
import { EnvironmentInjector, type EnvironmentProviders } from '@angular/core'
import { TestBed } from '@angular/core/testing'
import { provideRxBank, RXBANK, type RxBankConfig, withFullClient } from '../../../lib/angular.js'
import { ConfigError, type GatewayConfig } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { angular } from '../../helpers/testBed.js'

const gateway = '/api/bank'
const service = { profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id' }

/** The client of an app, or what is wrong with its config. */
const provided = (providers: EnvironmentProviders): unknown => {
  angular('server', providers)
  try {
    TestBed.inject(EnvironmentInjector)
    return Object.keys(TestBed.inject(RXBANK))
  } catch (error) {
    return error instanceof ConfigError ? error.issues : error
  }
}

const address = { profile: documentedProfile, gateway: 'https://app.example/api/bank' }

describe('withFullClient', () => {
  it('makes a client without a gateway, which has users', () => {
    expect(provided(provideRxBank(service, withFullClient()))).toContain('users')
  })

  it('changes no client of a gateway', () => {
    expect(provided(provideRxBank(address, withFullClient()))).not.toContain('users')
  })

  it('is asked for if a config has no gateway', () => {
    expect(provided(provideRxBank(service as unknown as GatewayConfig))).toEqual([
      { path: '/gateway', expected: expect.stringContaining('withFullClient()') },
    ])
  })

  it('is requested by the compiler if a config may have no gateway', () => {
    // @ts-expect-error a config without a gateway
    expect(() => provideRxBank(service)).not.toThrow()
    // @ts-expect-error a function that may give one
    expect(() => provideRxBank((): RxBankConfig => service)).not.toThrow()
    expect(() =>
      provideRxBank((): RxBankConfig => ({ profile: documentedProfile, gateway }), withFullClient()),
    ).not.toThrow()
  })
})
