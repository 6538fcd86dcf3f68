import { wrongOption } from '../error/wrongOption.js'
import { UnspecifiedOperation } from '../error/UnspecifiedOperation.js'
import type { ProfilePaths, ServiceProfile } from '../profile/ServiceProfile.js'

/** An id as one segment of a path; `.` and `..` climb, however they are escaped. */
const segment = (id: string | number): string => {
  if (id === '.' || id === '..') throw wrongOption('/id', 'an id')
  return encodeURIComponent(id)
}

/** The path of an operation by the profile, `id` being what it is about; throws where the profile has none. */
export const path = (
  profile: ServiceProfile,
  operation: string,
  key: keyof ProfilePaths,
  id: string | number = '',
): string => {
  const template = profile.paths[key]
  if (template === null) throw new UnspecifiedOperation({ operation, key: `paths.${key}` })
  return template.replace(':id', segment(id))
}
