import type { Client, ClientConfig, GatewayClient, GatewayConfig, OwnCodecs, ResourcesWith } from '../index.js'

/** What `provideRxBank` makes a client of: what `createClient` takes. */
export type RxBankConfig<C extends OwnCodecs = OwnCodecs> = ClientConfig<C> | GatewayConfig<C>

type CodecsOf<Config> = Config extends { readonly codecs: infer C extends OwnCodecs } ? C : OwnCodecs

/** The client that comes of a config: of a gateway where it names one, with the resources of its own codecs. */
export type RxBankClient<Config extends RxBankConfig> = Config extends { readonly gateway: string }
  ? GatewayClient<ResourcesWith<CodecsOf<Config>>>
  : Client<ResourcesWith<CodecsOf<Config>>>
