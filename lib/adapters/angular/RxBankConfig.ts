import type {
  Client,
  ClientConfig,
  GatewayClient,
  GatewayConfig,
  OwnCodecs,
  Resources,
  ResourcesWith,
  ServiceInterface,
  ServiceProfile,
} from '../../index.js'

/** What `provideRxBank` makes a client of beside `withWholeClient()`: what `createClient` takes. */
export type RxBankConfig<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources> =
  | ClientConfig<C, R>
  | GatewayConfig<C, R>

/** A config, whatever the resources of its profile. */
export type AnyRxBankConfig = (Omit<ClientConfig, 'profile'> | Omit<GatewayConfig, 'profile'>) & {
  readonly profile?: ServiceInterface
}

type CodecsOf<Config> = Config extends { readonly codecs: infer C extends OwnCodecs } ? C : OwnCodecs

type ResourcesOf<Config> = Config extends { readonly profile: ServiceProfile<infer R> } ? R : Resources

type Given<Config> = ResourcesWith<CodecsOf<Config>, ResourcesOf<Config>>

/** The client that comes of a config: of a gateway where it names one, with the resources of its profile and codecs. */
export type RxBankClient<Config extends AnyRxBankConfig> = Config extends { readonly gateway: string }
  ? GatewayClient<Given<Config>>
  : Client<Given<Config>>
