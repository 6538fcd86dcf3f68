import { InvalidArgumentError } from 'commander'
import { nearest } from '../base/codec/options.js'
import { bridge2018 } from '../service/bridge/bridge2018.js'
import { bridge2021 } from '../service/bridge/bridge2021.js'
import { bridge2025 } from '../service/bridge/bridge2025.js'
import type { Resources } from '../service/profile/Codecs.js'
import { documentedProfile } from '../service/profile/documentedProfile.js'
import type { ServiceProfile } from '../service/profile/ServiceProfile.js'

/**
 * A profile without the types of its resources: commands write rows unchanged, and check each field before they show it.
 */
const withAnyResources = <R extends Resources>(profile: ServiceProfile<R>): ServiceProfile =>
  profile as unknown as ServiceProfile

/** The profile of a command without `--profile` and `RXBANK_PROFILE`. */
export const defaultProfile = withAnyResources(bridge2025)

/** The profiles for `--profile`. */
export const profiles: ReadonlyArray<ServiceProfile> = [
  defaultProfile,
  withAnyResources(bridge2021),
  withAnyResources(bridge2018),
  documentedProfile,
]

/** The profile with a name; `undefined` if there is none. */
export const findProfile = (profileName: string): ServiceProfile | undefined =>
  profiles.find(({ name }) => name === profileName)

/** The expected names, for a message about an unknown profile. It does not repeat the unknown name. */
export const expectedProfile = (profileName: string): string => {
  const names = profiles.map(({ name }) => name)
  const suggestion = nearest(profileName, names)
  return `one of ${names.join(', ')}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`
}

/** Parses an option as the name of a profile. */
export const parseProfile = (name: string): ServiceProfile => {
  const found = findProfile(name)
  if (found === undefined) throw new InvalidArgumentError(`Expected ${expectedProfile(name)}`.replace(/[^?]$/, '$&.'))
  return found
}
