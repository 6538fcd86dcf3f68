import { systemClock } from '../../base/clock/systemClock.js'
import { isClientError } from '../../base/error/ClientError.js'
import { createClient } from '../../client/createClient.js'
import type { Identity } from '../../client/userIdentity.js'
import { profiles } from '../profiles.js'
import { type CollectedSettings, collectSettings } from '../service/collectSettings.js'
import { profileOf, withSettingSource } from '../service/connectService.js'
import { publicRequirements, refuseMissing } from '../service/requiredSettings.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { settingNames, settings } from '../service/serviceSettings.js'
import { connectToService } from './connectToService.js'
import type { DiagnoseConfig } from './DiagnoseConfig.js'
import { proxyVariable } from './proxyVariable.js'

type DiagnosedService = Omit<DiagnoseConfig, 'http' | 'clock' | 'deadline'>

const identityOf = ({ userUuid, externalUserId, email, password }: CollectedSettings): Identity | undefined => {
  if (userUuid) return { userUuid: userUuid.value }
  if (externalUserId) return { externalUserId: externalUserId.value }
  return email && password ? { email: email.value, password: password.value } : undefined
}

type ServiceSettings = Pick<
  DiagnoseConfig,
  'baseUrl' | 'clientId' | 'clientSecret' | 'serviceVersion' | 'profile' | 'identity'
>

/**
 * Throws for settings that every command refuses. An identity that the API version does not support goes into the report
 * instead.
 */
const checkSettings = (
  collectedSettings: CollectedSettings,
  { clientSecret, identity, ...config }: ServiceSettings,
): void => {
  const secret = clientSecret === undefined ? {} : { clientSecret }
  try {
    const client = withSettingSource(collectedSettings, () => createClient({ ...config, ...secret }))
    if (identity !== undefined) withSettingSource(collectedSettings, () => client.user(identity))
  } catch (error) {
    if (!isClientError(error) || error._tag !== 'UnsupportedByVersion') throw error
  }
}

/** The service, profile and user from the settings. Throws if settings are missing or invalid. */
export const diagnosisSettings = (options: ServiceOptions): DiagnosedService => {
  const collectedSettings = collectSettings(options, process.env)
  const profile = profileOf(collectedSettings)
  refuseMissing(
    profile.baseUrl === undefined ? [['baseUrl'], ...publicRequirements] : publicRequirements,
    collectedSettings,
  )
  const service = {
    baseUrl: collectedSettings.baseUrl?.value ?? profile.baseUrl ?? '',
    clientId: collectedSettings.clientId?.value ?? '',
    clientSecret: collectedSettings.clientSecret?.value,
    serviceVersion: collectedSettings.serviceVersion?.value ?? profile.serviceVersion ?? '2021-06-01',
    identity: identityOf(collectedSettings),
    profile,
  }
  checkSettings(collectedSettings, service)
  const { origin } = new URL(service.baseUrl)
  return {
    ...service,
    profiles,
    settings: settingNames.map((name) => ({
      name,
      label: settings[name].label,
      source: collectedSettings[name]?.source ?? null,
    })),
    proxy: proxyVariable(origin, process.env),
    reach$: connectToService(origin, systemClock),
  }
}
