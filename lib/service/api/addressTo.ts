import { UnspecifiedOperation } from '../../base/error/UnspecifiedOperation.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { Operation } from '../profile/Operation.js'
import type { OperationKey } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { demand } from '../profile/ServiceVersion.js'
import type { RequestLine } from './Request.js'

/**
 * The path of a request and, if its path does not have the id that a list is narrowed to, the parameter that has it.
 */
export type Address = Pick<RequestLine, 'path' | 'query' | 'subject'>

/** An id as one segment of a path. `.` and `..` are refused, as servers resolve them even if they are escaped. */
const segment = (id: string | number): string => {
  if (id === '.' || id === '..') throw wrongOption('/id', 'an id')
  return encodeURIComponent(id)
}

/**
 * Returns a function from an id to the address of an operation; throws if the stage or the profile does not have the
 * operation.
 */
export const addressTo = (
  { profile, version }: Service,
  operation: Operation<OperationKey>,
): ((id: string | number) => Address) => {
  demand(version, operation)
  const { key, name } = operation
  const template = profile.paths[key]
  if (template === null) throw new UnspecifiedOperation({ operation: name, key: `paths.${key}` })
  const at = template.indexOf('?')
  return at < 0
    ? (id) => ({ path: template.replace(':id', segment(id)) })
    : (id) => ({
        path: template.slice(0, at),
        query: { [template.slice(at + 1).replace('=:id', '')]: id },
        subject: id,
      })
}
