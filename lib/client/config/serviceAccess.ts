import { credentials } from '#credentials'
import { credentialPlacement } from '../../service/profile/credentialPlacement.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { ServiceVersion } from '../../service/profile/ServiceVersion.js'
import type { Access } from './access.js'
import type { ConnectionSettings } from './connectionSettings.js'

/** The properties of a service that determine how requests reach it. */
export interface AccessedService {
  readonly profile: Pick<ServiceInterface, 'credentials' | 'publicSecret' | 'userSecret' | 'versionHeader'>
  readonly version: ServiceVersion
}

/** Access to the service itself, with the credentials of the application. */
export const serviceAccess = (settings: ConnectionSettings, { profile, version }: AccessedService): Access => {
  const placement = credentialPlacement(profile, version)
  return {
    isGateway: false,
    headers: { [profile.versionHeader]: version.date },
    query: placement.isEarlier ? { client_id: settings.clientId } : {},
    ...credentials(settings, placement),
  }
}
