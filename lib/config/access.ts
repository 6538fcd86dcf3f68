import { isSome } from 'fp-ts/lib/Option.js'
import { credentials } from '#credentials'
import type { Policy } from '../http/Http.js'
import type { IssueListener } from '../http/IssueListener.js'
import { throughGateway } from '../http/policies/throughGateway.js'
import { credentialPlacement } from '../profile/credentialPlacement.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { ServiceVersion } from '../profile/ServiceVersion.js'
import type { ConnectionSettings } from './connectionSettings.js'

/** How requests come to the service: with the credentials of the application, or by way of a gateway, which has them. */
export interface Access {
  /** Whether there is a gateway: then nobody but the gateway knows who the user is, and which tokens there are. */
  readonly isGateway: boolean
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** What the URL of every request has beyond the request's own parameters, or beyond those of the link that it follows. */
  readonly query: Readonly<Record<string, string>>
  /** Adds what shows who sends the request: the application's credentials, or what a gateway has to be told. */
  readonly policy: Policy
  /** What has to be told of authentications. */
  readonly issue?: IssueListener
}

/** What of a service says how it is reached. */
export interface AccessedService {
  readonly profile: Pick<ServiceInterface, 'credentials' | 'publicSecret' | 'userSecret' | 'versionHeader'>
  readonly version: ServiceVersion
}

/** Decides once how requests come to the service; nothing else asks whether there is a gateway. */
export const accessOf = (settings: ConnectionSettings, { profile, version }: AccessedService): Access => {
  const { clientId, gateway } = settings
  if (isSome(gateway)) return { isGateway: true, headers: {}, query: {}, policy: throughGateway(gateway.value) }
  const placement = credentialPlacement(profile, version)
  return {
    isGateway: false,
    headers: { [profile.versionHeader]: version.date },
    query: placement.isEarlier ? { client_id: clientId } : {},
    ...credentials(settings, placement),
  }
}
