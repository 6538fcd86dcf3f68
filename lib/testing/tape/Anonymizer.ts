import { knownNames } from './knownNames.js'
import type { Pseudonyms } from './pseudonyms.js'

/** Replaces the private values of an exchange before it is written to a tape. */
export interface Anonymizer {
  readonly text: (text: string) => string
  readonly number: (text: string) => string
  /** Replaces the name of a field or of a parameter, or a part of a path. */
  readonly name: (text: string) => string
  /** Whether all values of this field or parameter are written unchanged. */
  readonly keepsAll: (name: string) => boolean
}

/** The names and values that are written unchanged, in addition to the known harmless ones. */
export interface AllowedNames {
  readonly keepNames: ReadonlyArray<string>
  readonly keepValues: ReadonlyArray<string>
}

/** Replaces values with pseudonyms, unless they are known to be harmless or are allowed. */
export const createAnonymizer = (pseudonyms: Pseudonyms, { keepNames, keepValues }: AllowedNames): Anonymizer => {
  const names = new Set([...knownNames, ...keepNames, ...keepValues])
  const values = new Set(keepValues)
  return {
    text: pseudonyms.text,
    number: pseudonyms.number,
    name: (text) => (names.has(text) ? text : pseudonyms.name(text)),
    keepsAll: (name) => values.has(name),
  }
}

const unchanged = (text: string): string => text

/** Replaces nothing. A replay uses it to compare a request with those of a tape. */
export const noAnonymizer: Anonymizer = { text: unchanged, number: unchanged, name: unchanged, keepsAll: () => false }
