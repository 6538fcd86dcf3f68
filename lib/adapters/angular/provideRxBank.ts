import { isPlatformBrowser } from '@angular/common'
import {
  type EnvironmentProviders,
  inject,
  makeEnvironmentProviders,
  PLATFORM_ID,
  provideEnvironmentInitializer,
  type Provider,
} from '@angular/core'
import { systemClock } from '../../base/clock/systemClock.js'
import { object } from '../../base/codec/object.js'
import { pageActivity, pageWakeUps } from '../../base/platform/pageEvents.js'
import type { Client } from '../../client/Client.js'
import type { ClientConfig, GatewayConfig } from '../../client/config/ClientConfig.js'
import { createGatewayClient } from '../../client/createGatewayClient.js'
import type { GatewayClient } from '../../client/GatewayClient.js'
import type { OwnCodecs, Resources } from '../../service/profile/Codecs.js'
import { RXBANK, RXBANK_HTTP } from './RXBANK.js'
import { RXBANK_CREATE } from './RXBANK_CREATE.js'
import type { AnyRxBankConfig, RxBankConfig } from './RxBankConfig.js'
import { wrongArgument } from './wrongArgument.js'

/** A feature for {@link provideRxBank}: see `withHttpClient`, `withTransferState` and `withFullClient`. */
export interface RxBankFeature {
  readonly providers: ReadonlyArray<Provider>
}

/** The feature of `withFullClient`, which allows a configuration without a gateway. */
export interface WholeClientFeature extends RxBankFeature {
  readonly isWhole: true
}

const isFeature = (u: unknown): boolean => object.is(u) && Array.isArray(u.providers)

/** In a browser, background requests pause while the page is hidden or offline. */
const pauseOptions = ({ active$, clock }: AnyRxBankConfig): Partial<ClientConfig> =>
  isPlatformBrowser(inject(PLATFORM_ID))
    ? { active$: active$ ?? pageActivity(), clock: clock ?? { ...systemClock, wakeUp$: pageWakeUps() } }
    : {}

const transportOptions = ({ http }: AnyRxBankConfig): Partial<ClientConfig> => {
  const featureTransport = inject(RXBANK_HTTP, { optional: true })
  if (featureTransport === null) return {}
  if (http === undefined) return { http: featureTransport }
  throw wrongArgument('/http', 'no transport: withHttpClient() provides one')
}

const hasNoGateway = (config: unknown): boolean => object.is(config) && config.gateway === undefined

const createConfiguredClient = (config: AnyRxBankConfig): Client | GatewayClient => {
  const fullConfig = object.is(config) ? { ...config, ...pauseOptions(config), ...transportOptions(config) } : config
  if (!hasNoGateway(config)) return createGatewayClient(fullConfig as GatewayConfig)
  const createFullClient = inject(RXBANK_CREATE, { optional: true })
  if (createFullClient !== null) return createFullClient(fullConfig as ClientConfig)
  throw wrongArgument('/gateway', 'the address of a gateway; without one, add withFullClient()')
}

/**
 * Provides a client to an application or a route; {@link injectRxBank} injects it. Each environment injector has its
 * own client.
 *
 * - `config`: the configuration of `createGatewayClient` or, with `withFullClient()`, of `createClient`. Or a function that
 *   returns it, called in an injection context when the client is first injected.
 * - `features`: `withHttpClient()`, `withTransferState(…)`, `withFullClient()`.
 *
 * In a browser, watchers and `token$` pause while the page is hidden or offline, unless the config has its own `active$` or
 * `clock`. An invalid configuration throws a `ConfigError`: when the application starts, or, for a function, at the first
 * injection. An invalid feature throws a `ConfigError` at once.
 *
 * @example
 * import { provideHttpClient, withFetch } from '@angular/common/http'
 * import type { ApplicationConfig } from '@angular/core'
 * import { TestBed } from '@angular/core/testing'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { provideRxBank, RXBANK, withHttpClient } from 'rxbank/angular'
 *
 * const appConfig: ApplicationConfig = {
 *   providers: [
 *     provideHttpClient(withFetch()),
 *     provideRxBank({ profile: bridge2025, gateway: '/api/bank' }, withHttpClient()),
 *   ],
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
    { provide: RXBANK, useFactory: () => createConfiguredClient(typeof config === 'function' ? config() : config) },
    typeof config === 'function' ? [] : provideEnvironmentInitializer(() => void inject(RXBANK)),
    features.map(({ providers }) => providers),
  ])
}
