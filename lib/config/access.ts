import { isSome } from 'fp-ts/lib/Option.js'
import { credentials } from '#credentials'
import type { Policy } from '../http/Http.js'
import type { IssueListener } from '../http/IssueListener.js'
import { throughGateway } from '../http/policies/throughGateway.js'
import { credentialPlacement } from '../profile/credentialPlacement.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import type { ServiceVersion } from '../profile/ServiceVersion.js'
import type { ConnectionSettings } from './connectionSettings.js'

/** How requests reach the service: with the credentials of the application, or through a gateway, which adds them. */
export interface Access {
  /** Whether there is a gateway. If so, only the gateway knows the user and the tokens. */
  readonly isGateway: boolean
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Query parameters that are added to the URL of every request. */
  readonly query: Readonly<Record<string, string>>
  /** Adds the application's credentials to a request, or the headers for the gateway. */
  readonly policy: Policy
  /** Has to be called with the outcome of authentications. */
  readonly issue?: IssueListener
}

/** The properties of a service that determine how requests reach it. */
export interface AccessedService {
  readonly profile: Pick<ServiceInterface, 'credentials' | 'publicSecret' | 'userSecret' | 'versionHeader'>
  readonly version: ServiceVersion
}

/** Decides how requests reach the service. All other code uses the result, and does not check for a gateway itself. */
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
