import { UnspecifiedOperation } from '../error/UnspecifiedOperation.js'
import { wrongOption } from '../error/wrongOption.js'
import type { Operation } from '../profile/Operation.js'
import type { OperationKey } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { demand } from '../profile/ServiceVersion.js'

/** An id as one segment of a path; `.` and `..` climb, however they are escaped. */
const segment = (id: string | number): string => {
  if (id === '.' || id === '..') throw wrongOption('/id', 'an id')
  return encodeURIComponent(id)
}

/** How to make the path of an operation from the id of what it is about; throws where the stage or the profile has none. */
export const pathTo = (
  { profile, version }: Service,
  operation: Operation<OperationKey>,
): ((id: string | number) => string) => {
  demand(version, operation)
  const { key, name } = operation
  const template = profile.paths[key]
  if (template === null) throw new UnspecifiedOperation({ operation: name, key: `paths.${key}` })
  return (id) => template.replace(':id', segment(id))
}

/** The path of an operation, `id` being what it is about; throws where the stage or the profile has none. */
export const path = (service: Service, operation: Operation<OperationKey>, id: string | number = ''): string =>
  pathTo(service, operation)(id)
