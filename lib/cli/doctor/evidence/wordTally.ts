import { object } from '../../../base/codec/object.js'
import { isServiceWord } from '../../../service/model/isServiceWord.js'
import type { Answer } from './Answer.js'
import { type WordField, wordFields } from './wordFields.js'

/** A value of a {@link WordField}. */
export interface WordValue {
  readonly field: WordField
  readonly path: string
  readonly value: string | number
}

const valuesAt = (value: unknown, [name, ...rest]: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  if (name === undefined) return [value]
  if (name === '[]')
    return Array.isArray(value) ? (value as ReadonlyArray<unknown>).flatMap((each) => valuesAt(each, rest)) : []
  return object.is(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : []
}

const steps = (path: string): ReadonlyArray<string> => path.replaceAll('[]', '.[]').split('.')

/** The values of word fields, all or some, in the rows of an answer. */
export const wordsOf = ({ rows, operation }: Answer, fields = wordFields): ReadonlyArray<WordValue> =>
  fields
    .filter(({ resource }) => resource === operation.resource)
    .flatMap((field) =>
      rows
        .flatMap((row) => valuesAt(row, steps(field.path)))
        .flatMap((value) =>
          typeof value === 'string' || typeof value === 'number'
            ? [{ field, path: `${field.resource}.${field.path}`, value }]
            : [],
        ),
    )

/** How often the words of a field were seen: those of the reference, other short ones, and the number of the rest. */
export interface WordTally {
  readonly known: Set<string | number>
  readonly unknown: Set<string | number>
  withheld: number
}

const maxUnknown = 20
const maxStatus = 9999

/** Whether a value that the reference does not name may be shown. */
const isShort = ({ words }: WordField, value: string | number): boolean => {
  const isStatus = typeof words[0] === 'number'
  if (typeof value === 'number') return isStatus && Number.isInteger(value) && Math.abs(value) <= maxStatus
  return !isStatus && isServiceWord(value)
}

/** A word as files show it; `another value` if it may be data. */
export const shownWord = (field: WordField, value: string | number): string =>
  field.words.includes(value) || isShort(field, value) ? String(value) : 'another value'

/** Counts the words of an answer. */
export const addWords = (tallies: Map<string, WordTally>, answer: Answer): void => {
  for (const { field, path, value } of wordsOf(answer)) {
    const tally = tallies.get(path) ?? { known: new Set(), unknown: new Set(), withheld: 0 }
    tallies.set(path, tally)
    if (field.words.includes(value)) tally.known.add(value)
    else if (isShort(field, value) && (tally.unknown.has(value) || tally.unknown.size < maxUnknown))
      tally.unknown.add(value)
    else tally.withheld++
  }
}
