import { InvalidArgumentError } from 'commander'
import { bridge2018, bridge2019, bridge2021, bridge2025 } from '../bridge.js'
import { nearest } from '../codec.js'
import { described, type Resources, type ServiceProfile } from '../index.js'

/**
 * A profile without the types of its resources: commands write rows as they are, and check that the fields which they
 * show exist.
 */
const ofAny = <R extends Resources>(profile: ServiceProfile<R>): ServiceProfile => profile as unknown as ServiceProfile

/** The profiles that can be named. */
export const profiles: ReadonlyArray<ServiceProfile> = [
  described,
  ofAny(bridge2018),
  ofAny(bridge2019),
  ofAny(bridge2021),
  ofAny(bridge2025),
]

/** The profile of a name, if there is one. */
export const findProfile = (named: string): ServiceProfile | undefined => profiles.find(({ name }) => name === named)

/** What a message says was expected in place of an unknown profile; the unknown name is not repeated. */
export const expectedProfile = (named: string): string => {
  const names = profiles.map(({ name }) => name)
  const meant = nearest(named, names)
  return `one of ${names.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`
}

/** Reads an option as the name of a profile. */
export const profileNamed = (name: string): ServiceProfile => {
  const found = findProfile(name)
  if (found === undefined) throw new InvalidArgumentError(`Expected ${expectedProfile(name)}`.replace(/[^?]$/, '$&.'))
  return found
}
