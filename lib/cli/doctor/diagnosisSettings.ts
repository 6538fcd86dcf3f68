import { createClient, type Identity, isClientError, systemClock } from '../../index.js'
import { profiles } from '../profiles.js'
import { type CollectedSettings, collectSettings } from '../service/collectSettings.js'
import { profileOf, withSettingSource } from '../service/connectService.js'
import { publicRequirements, refuseMissing } from '../service/requiredSettings.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { settingNames, settings } from '../service/serviceSettings.js'
import { connectToService } from './connectToService.js'
import type { DiagnoseConfig } from './DiagnoseConfig.js'
import { proxyVariable } from './proxyVariable.js'

type Subject = Omit<DiagnoseConfig, 'http' | 'clock' | 'deadline'>

const identityOf = ({ userUuid, externalUserId, email, password }: CollectedSettings): Identity | undefined => {
  if (userUuid) return { userUuid: userUuid.value }
  if (externalUserId) return { externalUserId: externalUserId.value }
  return email && password ? { email: email.value, password: password.value } : undefined
}

type Asked = Pick<DiagnoseConfig, 'baseUrl' | 'clientId' | 'clientSecret' | 'serviceVersion' | 'profile' | 'identity'>

/**
 * Throws for the settings that any command refuses. An identity that the stage does not support goes into the report
 * instead.
 */
const check = (given: CollectedSettings, { clientSecret, identity, ...config }: Asked): void => {
  const secret = clientSecret === undefined ? {} : { clientSecret }
  try {
    const client = withSettingSource(given, () => createClient({ ...config, ...secret }))
    if (identity !== undefined) withSettingSource(given, () => client.user(identity))
  } catch (error) {
    if (!isClientError(error) || error._tag !== 'UnsupportedByVersion') throw error
  }
}

/** The service, profile and user that the settings name. Throws if settings are missing or wrong. */
export const diagnosisSettings = (options: ServiceOptions): Subject => {
  const given = collectSettings(options, process.env)
  const profile = profileOf(given)
  refuseMissing(profile.baseUrl === undefined ? [['baseUrl'], ...publicRequirements] : publicRequirements, given)
  const asked = {
    baseUrl: given.baseUrl?.value ?? profile.baseUrl ?? '',
    clientId: given.clientId?.value ?? '',
    clientSecret: given.clientSecret?.value,
    serviceVersion: given.serviceVersion?.value ?? profile.serviceVersion ?? '2021-06-01',
    identity: identityOf(given),
    profile,
  }
  check(given, asked)
  const { origin } = new URL(asked.baseUrl)
  return {
    ...asked,
    profiles,
    settings: settingNames.map((name) => ({
      name,
      label: settings[name].label,
      source: given[name]?.source ?? null,
    })),
    proxy: proxyVariable(origin, process.env),
    reach$: connectToService(origin, systemClock),
  }
}
