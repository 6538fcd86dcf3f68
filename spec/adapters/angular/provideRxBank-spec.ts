import '@angular/compiler'
import { provideHttpClient, withFetch } from '@angular/common/http'
import {
  createEnvironmentInjector,
  EnvironmentInjector,
  inject,
  InjectionToken,
  provideAppInitializer,
} from '@angular/core'
import { TestBed } from '@angular/core/testing'
import * as t from 'io-ts'
import { NEVER, of } from 'rxjs'
import {
  injectRxBank,
  provideRxBank,
  RXBANK,
  type RxBankConfig,
  withFullClient,
  withHttpClient,
} from '../../../lib/angular.js'
import { type Client, ConfigError, createVirtualClock, type Http } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { inBrowser } from '../../helpers/browserPage.js'
import { lastingToken } from '../../helpers/scripted.js'
import { angular } from '../../helpers/testBed.js'
import { insights } from '../../helpers/world.js'

const config = { profile: documentedProfile, baseUrl: 'https://bank.example', clientId: 'id' }

const injected = (): Client => TestBed.runInInjectionContext(() => injectRxBank())

/** What a step throws. */
const thrown = (step: () => unknown): unknown => {
  try {
    return step()
  } catch (error) {
    return error
  }
}

const issuesOf = (step: () => unknown): unknown => {
  const error = thrown(step)
  return error instanceof ConfigError ? error.issues : error
}

describe('provideRxBank', () => {
  it('makes one client, of a config or of what a function gives', () => {
    angular('browser', provideRxBank(config, withFullClient()))
    expect(injected()).toBe(injected())
    expect(injected()).toBe(TestBed.inject(RXBANK))
  })

  it('calls the function once, at the first injection, if it may inject', () => {
    const ADDRESS = new InjectionToken<string>('address')
    const give = jest.fn((): RxBankConfig => ({ ...config, baseUrl: inject(ADDRESS) }))
    angular('browser', provideRxBank(give, withFullClient()), { provide: ADDRESS, useValue: 'https://bank.example' })
    TestBed.inject(EnvironmentInjector)
    expect(give).not.toHaveBeenCalled()
    expect(injected()).toBe(injected())
    expect(give).toHaveBeenCalledTimes(1)
  })

  it('lets what is loaded as the app starts be in the config', () => {
    let loaded: RxBankConfig | undefined
    angular(
      'browser',
      provideAppInitializer(() => {
        loaded = config
      }),
      provideRxBank(
        () => loaded ?? { profile: documentedProfile, baseUrl: 'not yet', clientId: 'id' },
        withFullClient(),
      ),
    )
    expect(injected()).toHaveProperty('banks')
  })

  it('makes another for a route that provides one of its own', () => {
    angular('browser', provideRxBank(config, withFullClient()))
    const parent = TestBed.inject(EnvironmentInjector)
    const route = createEnvironmentInjector([provideRxBank(config, withFullClient())], parent)
    const plain = createEnvironmentInjector([], parent)
    expect(route.get(RXBANK)).not.toBe(parent.get(RXBANK))
    expect(plain.get(RXBANK)).toBe(parent.get(RXBANK))
  })

  it('gives a test the client that it provides', () => {
    const double = {}
    angular('browser', provideRxBank(config, withFullClient()), { provide: RXBANK, useValue: double })
    expect(injected()).toBe(double)
  })

  it('says what is missing if it is not provided', () => {
    angular('browser')
    expect(thrown(injected)).toMatchObject({ message: expect.stringContaining('provideRxBank') })
  })
})

describe('provideRxBank: a config that is wrong', () => {
  const wrong = { profile: documentedProfile, baseUrl: 'ftp://bank.example', clientID: 'id' } as unknown as RxBankConfig

  it('stops the app as it starts, and names every wrong field', () => {
    angular('browser', provideRxBank(wrong, withFullClient()))
    expect(issuesOf(() => TestBed.inject(EnvironmentInjector))).toEqual([
      { path: '/baseUrl', expected: expect.stringContaining('https') },
      { path: '/clientId', expected: expect.any(String) },
      { path: '/clientID', expected: expect.stringContaining('did you mean clientId?') },
    ])
  })

  it('is an error at the first injection if a function gives it', () => {
    angular(
      'browser',
      provideRxBank(() => wrong, withFullClient()),
    )
    TestBed.inject(EnvironmentInjector)
    expect(thrown(injected)).toBeInstanceOf(ConfigError)
  })

  it.each([[undefined], [null], ['https://bank.example'], [[]]])('is an error when it is %p', (given) => {
    angular('browser', provideRxBank(given as unknown as RxBankConfig, withFullClient()))
    expect(thrown(() => TestBed.inject(EnvironmentInjector))).toBeInstanceOf(ConfigError)
  })

  it('is an error with two transports', () => {
    const http: Http = () => NEVER
    angular(
      'browser',
      provideHttpClient(withFetch()),
      provideRxBank({ ...config, http }, withFullClient(), withHttpClient()),
    )
    expect(issuesOf(() => TestBed.inject(EnvironmentInjector))).toEqual([
      { path: '/http', expected: 'no transport: withHttpClient() provides one' },
    ])
  })

  it.each([[undefined], [withHttpClient], [{ providers: 'none' }], [provideHttpClient()]])(
    'is an error with %p as a feature',
    (feature) => {
      expect(issuesOf(() => provideRxBank(config, withFullClient(), feature as never))).toEqual([
        { path: '/features/1', expected: 'a feature, such as withHttpClient()' },
      ])
    },
  )
})

describe('provideRxBank: watchers', () => {
  /** One that asks each hour, of a service that answers at once. */
  const watching = (platform: 'browser' | 'server', given: Partial<RxBankConfig> = {}) => {
    let asked = 0
    const http: Http = () => of({ status: 200, headers: {}, body: String(++asked) })
    angular(platform, provideRxBank({ ...config, http, ...given } as RxBankConfig, withFullClient()))
    const user = injected().user({ token$: of(lastingToken()) })
    const subscription = user.poll({ ...insights, codec: t.number }, { every: 3_600_000 }).subscribe()
    return { asked: () => asked, subscription }
  }

  it('rest while the page is hidden or offline', () => {
    inBrowser('page', ({ show, connect }) => {
      show(false)
      const { asked, subscription } = watching('browser')
      connect(false)
      show(true)
      expect(asked()).toBe(0)
      connect(true)
      expect(asked()).toBe(1)
      subscription.unsubscribe()
    })
  })

  it('hear of wakes, and listen while they are subscribed to', () => {
    inBrowser('page', ({ listeners }) => {
      const { subscription } = watching('browser')
      expect(listeners()).toBe(5)
      subscription.unsubscribe()
      expect(listeners()).toBe(0)
    })
  })

  it('do as a config says that has an active$ or a clock of its own', () => {
    inBrowser('page', ({ show, listeners }) => {
      show(false)
      const { asked, subscription } = watching('browser', { active$: NEVER, clock: createVirtualClock() })
      expect([asked(), listeners()]).toEqual([1, 0])
      subscription.unsubscribe()
    })
  })

  it('know of no page on a server, even if there is something like one', () => {
    inBrowser('page', ({ show, listeners }) => {
      show(false)
      const { asked, subscription } = watching('server')
      expect([asked(), listeners()]).toEqual([1, 0])
      subscription.unsubscribe()
    })
  })
})
