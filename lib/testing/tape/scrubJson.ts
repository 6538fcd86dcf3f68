import * as t from 'io-ts'
import { object } from '../../base/codec/object.js'
import { isBelow } from '../../service/profile/roots.js'
import type { Anonymizer } from './Anonymizer.js'
import { harmlessField } from './keepHarmless.js'

/** More deeply nested values are omitted, because no codec reads them. */
const maxDepth = 64

/**
 * Represents a number that is too large for a double. JSON text can contain one, but `JSON.stringify` cannot write it.
 */
const tooLargeNumber = '1e999'

const links: ReadonlyArray<string> = ['next_uri', 'previous_uri']

/**
 * Replaces the private values in JSON; the number of rows and fields stays the same. `link` replaces links and paths
 * below one of the roots.
 */
export const scrubJson = (
  json: unknown,
  anonymizer: Anonymizer,
  roots: ReadonlyArray<string>,
  link: (uri: string) => string,
): unknown => {
  const text = (field: string, value: string): string => {
    if (value !== '' && (links.includes(field) || isBelow(roots, value))) return link(value)
    return anonymizer.text(value)
  }

  const number = (value: number): unknown => {
    if (Number.isFinite(value)) return Number(anonymizer.number(String(value)))
    return value > 0 ? tooLargeNumber : `-${tooLargeNumber}`
  }

  const scrub = (value: unknown, field: string, depth: number): unknown => {
    if (t.UnknownArray.is(value))
      return depth > maxDepth ? [] : value.map((element) => scrub(element, field, depth + 1))
    if (object.is(value)) {
      if (depth > maxDepth) return {}
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [anonymizer.name(name), scrub(inner, name, depth + 1)]),
      )
    }
    if (typeof value !== 'string' && typeof value !== 'number') return value
    if (anonymizer.keepsAll(field)) return value
    const harmless = harmlessField(field, value)
    if (harmless !== undefined) return harmless
    return typeof value === 'string' ? text(field, value) : number(value)
  }

  return scrub(json, '', 0)
}
