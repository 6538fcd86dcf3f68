import { InvalidArgumentError } from 'commander'
import { bridge2018, bridge2019, bridge2021, bridge2025 } from '../bridge.js'
import { nearest } from '../codec.js'
import { described, type Resources, type ServiceProfile } from '../index.js'

/**
 * A profile without the types of its resources: commands write rows as they are, and check that the fields which they
 * show exist.
 */
const withAnyResources = <R extends Resources>(profile: ServiceProfile<R>): ServiceProfile =>
  profile as unknown as ServiceProfile

/** The profiles that can be named. */
export const profiles: ReadonlyArray<ServiceProfile> = [
  described,
  withAnyResources(bridge2018),
  withAnyResources(bridge2019),
  withAnyResources(bridge2021),
  withAnyResources(bridge2025),
]

/** The profile of a name, if there is one. */
export const findProfile = (named: string): ServiceProfile | undefined => profiles.find(({ name }) => name === named)

/** What a message says was expected in place of an unknown profile; the unknown name is not repeated. */
export const expectedProfile = (named: string): string => {
  const names = profiles.map(({ name }) => name)
  const suggestion = nearest(named, names)
  return `one of ${names.join(', ')}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`
}

/** Reads an option as the name of a profile. */
export const parseProfile = (name: string): ServiceProfile => {
  const found = findProfile(name)
  if (found === undefined) throw new InvalidArgumentError(`Expected ${expectedProfile(name)}`.replace(/[^?]$/, '$&.'))
  return found
}
