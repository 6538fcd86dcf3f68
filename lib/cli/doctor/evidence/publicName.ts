import { profiles } from '../../profiles.js'
import { doctorOperations } from '../doctorOperations.js'
import { shapeFields } from '../shapeFields.js'
import { shapeOf } from '../shapeOf.js'
import { nameWords } from './nameWords.js'

/** The field names in the service's answers that belong to no resource. */
const envelopeNames = ['resources', 'pagination', 'next_uri', 'previous_uri', 'errors', 'documentation_url', 'before']

/** The envelope names, and the field names of all resources in all profiles. */
const knownNames: ReadonlySet<string> = new Set([
  ...envelopeNames,
  ...profiles.flatMap((profile) => doctorOperations.flatMap(({ codec }) => shapeFields(shapeOf(codec(profile))))),
])

const knownWords: ReadonlySet<string> = new Set([
  ...nameWords,
  ...Array.from(knownNames).flatMap((name) => name.split('_')),
])

/** Words of the list that are first names too: alone, each may be the key of a person. */
const firstNames: ReadonlySet<string> = new Set(['max', 'ray'])

const maxParts = 8

const partsOf = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[_-]/)

/**
 * The name of a field, a header or a parameter as reports show it. The name is unchanged if a profile has it, or if all its
 * words are in a fixed list. Any other name is `*`, because keys can be data: ids, names of people, account numbers.
 */
export const publicName = (name: string): string => {
  if (knownNames.has(name)) return name
  if (!/^[A-Za-z_-]{1,60}$/.test(name)) return '*'
  const parts = partsOf(name)
  if (parts.length === 1 && firstNames.has(name.toLowerCase())) return '*'
  return parts.length <= maxParts && parts.every((part) => knownWords.has(part)) ? name : '*'
}

/** A path in an answer, as a JSON pointer or with dots, with {@link publicName} for each of its names. */
export const publicPath = (path: string): string =>
  path.replace(/[^/.[\]]+/g, (name) => (/^\d{1,6}$/.test(name) ? name : publicName(name)))

/** Returns the code of an error if {@link publicName} shows each of its parts, else `undefined`. */
export const publicCode = (code: string): string | undefined =>
  code.split(/[.:]/).every((part) => publicName(part) !== '*') ? code : undefined
