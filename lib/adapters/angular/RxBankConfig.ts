import type { Client } from '../../client/Client.js'
import type { ClientConfig, GatewayConfig } from '../../client/config/ClientConfig.js'
import type { GatewayClient } from '../../client/GatewayClient.js'
import type { OwnCodecs, Resources, ResourcesWith } from '../../service/profile/Codecs.js'
import type { ServiceInterface, ServiceProfile } from '../../service/profile/ServiceProfile.js'

/** The configuration that `provideRxBank` accepts together with `withFullClient()`. */
export type RxBankConfig<C extends OwnCodecs = OwnCodecs, R extends Resources = Resources> =
  | ClientConfig<C, R>
  | GatewayConfig<C, R>

/** A configuration with a profile of any resources. */
export type AnyRxBankConfig = (Omit<ClientConfig, 'profile'> | Omit<GatewayConfig, 'profile'>) & {
  readonly profile: ServiceInterface
}

type CodecsOf<Config> = Config extends { readonly codecs: infer C extends OwnCodecs } ? C : OwnCodecs

type ResourcesOf<Config> = Config extends { readonly profile: ServiceProfile<infer R> } ? R : Resources

type ResourcesOfConfig<Config> = ResourcesWith<CodecsOf<Config>, ResourcesOf<Config>>

/**
 * The type of the client for a configuration: a gateway client if it names a gateway, with the resources of its profile
 * and codecs.
 */
export type RxBankClient<Config extends AnyRxBankConfig> = Config extends { readonly gateway: string }
  ? GatewayClient<ResourcesOfConfig<Config>>
  : Client<ResourcesOfConfig<Config>>
