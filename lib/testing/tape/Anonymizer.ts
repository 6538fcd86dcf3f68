import { knownNames } from './knownNames.js'
import type { Pseudonyms } from './pseudonyms.js'

/** How the private values of an exchange are replaced before it is written to a tape. */
export interface Anonymizer {
  readonly text: (text: string) => string
  readonly number: (text: string) => string
  /** The name of a field or of a parameter, or a part of a path. */
  readonly name: (text: string) => string
  /** Whether all values of this field or parameter are written unchanged. */
  readonly keepsAll: (name: string) => boolean
}

/** The names and values that are written unchanged, in addition to those that are known to be harmless. */
export interface Allowed {
  readonly keepNames: ReadonlyArray<string>
  readonly keepValues: ReadonlyArray<string>
}

/** Replaces values by pseudonyms, unless they are known to be harmless or were allowed. */
export const createAnonymizer = (pseudonyms: Pseudonyms, { keepNames, keepValues }: Allowed): Anonymizer => {
  const names = new Set([...knownNames, ...keepNames, ...keepValues])
  const values = new Set(keepValues)
  return {
    text: pseudonyms.text,
    number: pseudonyms.number,
    name: (text) => (names.has(text) ? text : pseudonyms.name(text)),
    keepsAll: (name) => values.has(name),
  }
}

const same = (text: string): string => text

/** Replaces nothing: for requests that are only compared with those of a tape. */
export const noAnonymizer: Anonymizer = { text: same, number: same, name: same, keepsAll: () => false }
