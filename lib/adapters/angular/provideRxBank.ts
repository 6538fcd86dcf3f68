import { isPlatformBrowser } from '@angular/common'
import {
  type EnvironmentProviders,
  inject,
  makeEnvironmentProviders,
  PLATFORM_ID,
  provideEnvironmentInitializer,
  type Provider,
} from '@angular/core'
import { object } from '../../base/codec/object.js'
import {
  type Client,
  type ClientConfig,
  createGatewayClient,
  type GatewayClient,
  type GatewayConfig,
  type OwnCodecs,
  pageActivity,
  pageWakes,
  type Resources,
  systemClock,
} from '../../index.js'
import { RXBANK, RXBANK_HTTP } from './RXBANK.js'
import { RXBANK_MAKE } from './RXBANK_MAKE.js'
import type { AnyRxBankConfig, RxBankConfig } from './RxBankConfig.js'
import { wrongArgument } from './wrongArgument.js'

/** What {@link provideRxBank} takes beside a config: see `withHttpClient`, `withKeptValues` and `withWholeClient`. */
export interface RxBankFeature {
  readonly providers: ReadonlyArray<Provider>
}

/** The feature of `withWholeClient`, by which the config may be one without a gateway. */
export interface WholeClientFeature extends RxBankFeature {
  readonly isWhole: true
}

const isFeature = (u: unknown): boolean => object.is(u) && Array.isArray(u.providers)

/** In a page, nothing is asked unasked while it is hidden or offline; a server renders without a page. */
const pausing = ({ active$, clock }: AnyRxBankConfig): Partial<ClientConfig> =>
  isPlatformBrowser(inject(PLATFORM_ID))
    ? { active$: active$ ?? pageActivity(), clock: clock ?? { ...systemClock, wake$: pageWakes() } }
    : {}

const transport = ({ http }: AnyRxBankConfig): Partial<ClientConfig> => {
  const own = inject(RXBANK_HTTP, { optional: true })
  if (own === null) return {}
  if (http === undefined) return { http: own }
  throw wrongArgument('/http', 'nothing beside withHttpClient(), which sends')
}

const withoutGateway = (config: unknown): boolean => object.is(config) && config.gateway === undefined

const makeClient = (config: AnyRxBankConfig): Client | GatewayClient => {
  const make = inject(RXBANK_MAKE, { optional: true })
  const whole = object.is(config) ? { ...config, ...pausing(config), ...transport(config) } : config
  if (make !== null) return make(whole as ClientConfig)
  if (withoutGateway(config))
    throw wrongArgument('/gateway', 'the address of a gateway; without one, add withWholeClient()')
  return createGatewayClient(whole as GatewayConfig)
}

/**
 * Provides a client to an application or a route, for {@link injectRxBank} to inject: one for each environment
 * injector.
 *
 * - `config`: what `createGatewayClient` takes, or a function that gives it, called in an injection context when the
 *   client is first injected. With `withWholeClient()`, what `createClient` takes.
 * - `features`: `withHttpClient()`, `withKeptValues(…)`, `withWholeClient()`.
 *
 * In a browser, watchers and `token$` rest while the page is hidden or offline, unless the config has an `active$` or a
 * `clock` of its own. A config that is wrong is a `ConfigError`: of an object when the application starts, of a
 * function at the first injection; an invalid feature is one at once.
 *
 * @example
 * import { provideHttpClient, withFetch } from '@angular/common/http'
 * import type { ApplicationConfig } from '@angular/core'
 * import { TestBed } from '@angular/core/testing'
 * import { provideRxBank, RXBANK, withHttpClient } from 'rxbank/angular'
 *
 * const appConfig: ApplicationConfig = {
 *   providers: [provideHttpClient(withFetch()), provideRxBank({ gateway: '/api/bank' }, withHttpClient())],
 * }
 * TestBed.configureTestingModule(appConfig)
 * assert.ok('banks' in TestBed.inject(RXBANK))
 */
export function provideRxBank<R extends Resources = Resources>(
  config: GatewayConfig<OwnCodecs, R> | (() => GatewayConfig<OwnCodecs, R>),
  ...features: ReadonlyArray<RxBankFeature>
): EnvironmentProviders
export function provideRxBank<R extends Resources = Resources>(
  config: RxBankConfig<OwnCodecs, R> | (() => RxBankConfig<OwnCodecs, R>),
  ...features: readonly [WholeClientFeature, ...ReadonlyArray<RxBankFeature>]
): EnvironmentProviders
export function provideRxBank(
  config: AnyRxBankConfig | (() => AnyRxBankConfig),
  ...features: ReadonlyArray<RxBankFeature>
): EnvironmentProviders {
  for (const [index, feature] of features.entries())
    if (!isFeature(feature)) throw wrongArgument(`/features/${String(index)}`, 'a feature, such as withHttpClient()')
  return makeEnvironmentProviders([
    { provide: RXBANK, useFactory: () => makeClient(typeof config === 'function' ? config() : config) },
    typeof config === 'function' ? [] : provideEnvironmentInitializer(() => void inject(RXBANK)),
    features.map(({ providers }) => providers),
  ])
}
