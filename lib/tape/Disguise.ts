import type { Pseudonyms } from './pseudonyms.js'
import { words } from './words.js'

/** How what must not be seen is hidden. */
export interface Disguise {
  readonly text: (text: string) => string
  readonly number: (text: string) => string
  /** Of a field, a parameter, or a part of a path. */
  readonly name: (text: string) => string
  /** Whether the values of a field or a parameter stay, whatever they are. */
  readonly keepsAll: (name: string) => boolean
}

/** What a person allows beyond what is known. */
export interface Allowed {
  readonly keepNames: ReadonlyArray<string>
  readonly keepValues: ReadonlyArray<string>
}

/** Hides what is neither known nor allowed behind pseudonyms. */
export const createDisguise = (pseudonyms: Pseudonyms, { keepNames, keepValues }: Allowed): Disguise => {
  const names = new Set([...words, ...keepNames, ...keepValues])
  const values = new Set(keepValues)
  return {
    text: pseudonyms.text,
    number: pseudonyms.number,
    name: (text) => (names.has(text) ? text : pseudonyms.name(text)),
    keepsAll: (name) => values.has(name),
  }
}

const same = (text: string): string => text

/** Hides nothing: for what is compared with a tape, and never shown. */
export const noDisguise: Disguise = { text: same, number: same, name: same, keepsAll: () => false }
