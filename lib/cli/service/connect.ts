import {
  type Client,
  createClient,
  described,
  type Identity,
  isClientError,
  type ServiceProfile,
  type UserClient,
} from '../../index.js'
import { misuse } from '../CommandError.js'
import { expectedProfile, findProfile } from '../profiles.js'
import { gather, type Gathered } from './gather.js'
import { applicationNeeds, type Needs, publicNeeds, refuseMissing, userNeeds } from './missing.js'
import type { ServiceOptions } from './serviceOptions.js'
import { type SettingName, settings } from './settings.js'

/** A client, and what it can do for the user that was named. */
export interface UserConnection {
  readonly client: Client
  readonly user: UserClient
}

/** Says by which option, variable or file a wrong setting was given; it never repeats the value. */
export const blaming = <A>(given: Gathered, make: () => A): A => {
  try {
    return make()
  } catch (error) {
    if (!isClientError(error) || error._tag !== 'ConfigError') throw error
    const wrong = error.issues.map(({ path, expected }) => {
      const name = path.slice(1) as SettingName
      const label = Object.hasOwn(settings, name) ? settings[name].label : name
      return `wrong ${label}, from ${given[name]?.source ?? 'the command'}: expected ${expected}`
    })
    throw misuse(wrong.join('\n'))
  }
}

const values = (given: Gathered, names: ReadonlyArray<SettingName>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name]?.value
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The profile that was named, else `described`. Throws where there is none of that name. */
export const profileOf = ({ profile: given }: Gathered): ServiceProfile => {
  if (given === undefined) return described
  const found = findProfile(given.value)
  if (found === undefined) throw misuse(`wrong profile, from ${given.source}: expected ${expectedProfile(given.value)}`)
  return found
}

const open = (needs: Needs, given: Gathered): Client => {
  const profile = profileOf(given)
  refuseMissing(profile.baseUrl === undefined ? [['baseUrl'], ...needs] : needs, given)
  const config = values(given, ['baseUrl', 'clientId', 'clientSecret', 'serviceVersion'])
  // Waiting to renew a token is all that a command may have to do.
  return blaming(given, () => createClient({ clientId: '', ...config, profile, keepAlive: true }))
}

/** A client for what is public. Throws an error that says what is missing or wrong, and how to give it. */
export const connectService = (options: ServiceOptions): Client => open(publicNeeds, gather(options, process.env))

/** A client for what the application may see. Throws as {@link connectService}. */
export const connectApplication = (options: ServiceOptions): Client =>
  open(applicationNeeds, gather(options, process.env))

/** A client and its user. Throws as {@link connectService}. */
export const connectWithUser = (options: ServiceOptions): UserConnection => {
  const given = gather(options, process.env)
  const client = open(userNeeds, given)
  const names = given.email === undefined ? (['userUuid', 'externalUserId'] as const) : (['email', 'password'] as const)
  return { client, user: blaming(given, () => client.user(values(given, names) as unknown as Identity)) }
}
