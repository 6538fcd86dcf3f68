import { catchError, type Observable } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import type { Client } from '../../client/Client.js'
import type { ClientConfig } from '../../client/config/ClientConfig.js'
import { createClient } from '../../client/createClient.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Identity } from '../../client/userIdentity.js'
import type { User } from '../../service/model/User.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import { usageError } from '../CommandError.js'
import { defaultProfile, expectedProfile, findProfile } from '../profiles.js'
import { type CollectedSettings, collectSettings } from './collectSettings.js'
import {
  applicationRequirements,
  newUserRequirements,
  publicRequirements,
  refuseMissing,
  type RequiredSettings,
  userRequirements,
} from './requiredSettings.js'
import { type ServiceOptions, type SettingName, settings } from './serviceOptions.js'

/** A client, and the user of the settings. */
export interface UserConnection {
  readonly client: Client
  readonly user: UserClient
}

/** Adds the source of the setting to a `ConfigError`. The message never contains the value. */
export const withSettingSource = <A>(input: CollectedSettings, make: () => A): A => {
  try {
    return make()
  } catch (error) {
    if (!isClientError(error) || error._tag !== 'ConfigError') throw error
    const problems = error.issues.map(({ path, expected }) => {
      const name = path.slice(1) as SettingName
      const label = Object.hasOwn(settings, name) ? settings[name].label : name
      return `wrong ${label}, from ${input[name]?.source ?? 'the command'}: expected ${expected}`
    })
    throw usageError(problems.join('\n'))
  }
}

const values = (input: CollectedSettings, names: ReadonlyArray<SettingName>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = input[name]?.value
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The profile of the settings; default `bridge2025`. Throws for an unknown name. */
export const profileOf = ({ profile: input }: CollectedSettings): ServiceProfile => {
  if (input === undefined) return defaultProfile
  const found = findProfile(input.value)
  if (found === undefined)
    throw usageError(`wrong profile, from ${input.source}: expected ${expectedProfile(input.value)}`)
  return found
}

/** The stores that clients of several processes share. */
type Shared = Pick<ClientConfig, 'permits' | 'tokenStore'>

const open = (needs: RequiredSettings, input: CollectedSettings, shared: Shared = {}): Client => {
  const profile = profileOf(input)
  refuseMissing(profile.baseUrl === undefined ? [['baseUrl'], ...needs] : needs, input)
  const config = values(input, ['baseUrl', 'clientId', 'clientSecret', 'serviceVersion'])
  // `keepAlive`: the timer of a token renewal may be all that keeps the process running.
  return withSettingSource(input, () => createClient({ clientId: '', ...config, ...shared, profile, keepAlive: true }))
}

/** A client for public operations. Throws an error that says which setting is missing or wrong, and how to set it. */
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
  const input = collectSettings(options, process.env)
  const client = open(userRequirements, input)
  const names = input.email === undefined ? (['userUuid', 'externalUserId'] as const) : (['email', 'password'] as const)
  return { client, user: withSettingSource(input, () => client.user(values(input, names) as unknown as Identity)) }
}

/** A client, and the user with the external id of the settings, who is created if there is none. */
export interface NewUserConnection {
  readonly client: Client
  /** Cold; emits the user and completes. */
  readonly user$: Observable<User>
}

/**
 * A client that creates a user. Throws as {@link connectService} does.
 */
export const connectWithNewUser = (options: ServiceOptions): NewUserConnection => {
  const input = collectSettings(options, process.env)
  const client = open(newUserRequirements, input)
  const { externalUserId = '' } = values(input, ['externalUserId'])
  const user$ = client.users.ensure({ externalUserId }).pipe(
    catchError((error: unknown) =>
      withSettingSource(input, () => {
        throw error
      }),
    ),
  )
  return { client, user$ }
}
