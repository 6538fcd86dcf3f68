import { profiles } from '../../profiles.js'
import { doctorOperations } from '../doctorOperations.js'
import { shapeFields } from '../shapeFields.js'
import { shapeOf } from '../shapeOf.js'
import { nameWords } from './nameWords.js'

/** The field names of the reference that belong to no resource. */
const envelopeNames = [
  ...['resources', 'pagination', 'next_uri', 'previous_uri', 'before', 'generated_at'],
  ...['errors', 'code', 'message', 'property', 'type', 'documentation_url'],
]

/** The envelope names, and the field names of all resources in all profiles. */
const knownNames: ReadonlySet<string> = new Set([
  ...envelopeNames,
  ...profiles.flatMap((profile) => doctorOperations.flatMap(({ codec }) => shapeFields(shapeOf(codec(profile))))),
])

const knownWords: ReadonlySet<string> = new Set([
  ...nameWords,
  ...Array.from(knownNames).flatMap((name) => name.split('_')),
])

/** Words of the list that are also first names: if the whole name is one of them, it may name a person. */
const firstNames: ReadonlySet<string> = new Set(['max', 'ray'])

const maxParts = 8

const partsOf = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[_-]/)

/** Whether a name consists of words of the list. */
const hasKnownWords = (name: string): boolean => {
  const parts = partsOf(name)
  if (!/^[A-Za-z_-]{1,60}$/.test(name) || (parts.length === 1 && firstNames.has(name.toLowerCase()))) return false
  return parts.length <= maxParts && parts.every((part) => knownWords.has(part))
}

/**
 * The name of a field or a parameter as reports show it: unchanged if a profile has it. Any other name is `*`, because
 * keys can be data: ids, names of people, account numbers, or what somebody spends money on.
 */
export const publicName = (name: string): string => (knownNames.has(name) ? name : '*')

/**
 * The name of a header or a parameter as reports show it: `*` unless all its words are in a fixed list. Servers choose
 * these names; they are not data.
 */
export const publicHeader = (name: string): string => (hasKnownWords(name) ? name : '*')

/** A path in an answer, as a JSON pointer or with dots, with {@link publicName} for each of its names. */
export const publicPath = (path: string): string =>
  path.replace(/[^/.[\]]+/g, (name) => (/^\d{1,6}$/.test(name) ? name : publicName(name)))

/** Returns the code of an error if all words of its parts are in the fixed list, otherwise `undefined`. */
export const publicCode = (code: string): string | undefined =>
  code.split(/[.:]/).every((part) => hasKnownWords(part)) ? code : undefined
