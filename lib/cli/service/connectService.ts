import {
  type Client,
  type ClientConfig,
  createClient,
  described,
  type Identity,
  isClientError,
  type ServiceProfile,
  type UserClient,
} from '../../index.js'
import { usageError } from '../CommandError.js'
import { expectedProfile, findProfile } from '../profiles.js'
import { type CollectedSettings, collectSettings } from './collectSettings.js'
import {
  applicationRequirements,
  publicRequirements,
  refuseMissing,
  type RequiredSettings,
  userRequirements,
} from './requiredSettings.js'
import type { ServiceOptions } from './serviceOptions.js'
import { type SettingName, settings } from './serviceSettings.js'

/** A client, and the user that the settings name. */
export interface UserConnection {
  readonly client: Client
  readonly user: UserClient
}

/** Adds to a `ConfigError` by which option, variable or file the setting was given; the value is never repeated. */
export const withSettingSource = <A>(given: CollectedSettings, make: () => A): A => {
  try {
    return make()
  } catch (error) {
    if (!isClientError(error) || error._tag !== 'ConfigError') throw error
    const wrong = error.issues.map(({ path, expected }) => {
      const name = path.slice(1) as SettingName
      const label = Object.hasOwn(settings, name) ? settings[name].label : name
      return `wrong ${label}, from ${given[name]?.source ?? 'the command'}: expected ${expected}`
    })
    throw usageError(wrong.join('\n'))
  }
}

const values = (given: CollectedSettings, names: ReadonlyArray<SettingName>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name]?.value
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The profile that the settings name; default `described`. Throws for an unknown name. */
export const profileOf = ({ profile: given }: CollectedSettings): ServiceProfile => {
  if (given === undefined) return described
  const found = findProfile(given.value)
  if (found === undefined)
    throw usageError(`wrong profile, from ${given.source}: expected ${expectedProfile(given.value)}`)
  return found
}

/** What is shared by clients of several processes. */
type Shared = Pick<ClientConfig, 'permits' | 'tokenStore'>

const open = (needs: RequiredSettings, given: CollectedSettings, shared: Shared = {}): Client => {
  const profile = profileOf(given)
  refuseMissing(profile.baseUrl === undefined ? [['baseUrl'], ...needs] : needs, given)
  const config = values(given, ['baseUrl', 'clientId', 'clientSecret', 'serviceVersion'])
  // `keepAlive`: the timer of a token renewal may be all that keeps the process running.
  return withSettingSource(given, () => createClient({ clientId: '', ...config, ...shared, profile, keepAlive: true }))
}

/** A client for public operations. Throws an error that says which setting is missing or wrong, and how to give it. */
export const connectService = (options: ServiceOptions): Client =>
  open(publicRequirements, collectSettings(options, process.env))

/**
 * A client for operations of the application. Throws as {@link connectService} does.
 */
export const connectApplication = (options: ServiceOptions, shared: Shared = {}): Client =>
  open(applicationRequirements, collectSettings(options, process.env), shared)

/**
 * A client with a user. Throws as {@link connectService} does.
 */
export const connectWithUser = (options: ServiceOptions): UserConnection => {
  const given = collectSettings(options, process.env)
  const client = open(userRequirements, given)
  const names = given.email === undefined ? (['userUuid', 'externalUserId'] as const) : (['email', 'password'] as const)
  return { client, user: withSettingSource(given, () => client.user(values(given, names) as unknown as Identity)) }
}
