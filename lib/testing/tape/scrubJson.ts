import * as t from 'io-ts'
import { object } from '../../base/codec/object.js'
import { isBelow } from '../../service/profile/roots.js'
import type { Disguise } from './Disguise.js'
import { keptField } from './kept.js'

/** No codec looks at values that are nested more deeply; they are left out. */
const deepest = 64

/**
 * Stands for a number that is too large for a double, which JSON text can contain and `JSON.stringify` cannot write.
 */
const beyond = '1e999'

const links: ReadonlyArray<string> = ['next_uri', 'previous_uri']

/**
 * Replaces the private values in JSON; the number of rows and fields stays the same. `link` replaces links and paths
 * below one of the roots.
 */
export const scrubJson = (
  json: unknown,
  disguise: Disguise,
  roots: ReadonlyArray<string>,
  link: (uri: string) => string,
): unknown => {
  const text = (field: string, value: string): string => {
    if (value !== '' && (links.includes(field) || isBelow(roots, value))) return link(value)
    return disguise.text(value)
  }

  const number = (value: number): unknown => {
    if (Number.isFinite(value)) return Number(disguise.number(String(value)))
    return value > 0 ? beyond : `-${beyond}`
  }

  const scrub = (value: unknown, field: string, depth: number): unknown => {
    if (t.UnknownArray.is(value)) return depth > deepest ? [] : value.map((element) => scrub(element, field, depth + 1))
    if (object.is(value)) {
      if (depth > deepest) return {}
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [disguise.name(name), scrub(inner, name, depth + 1)]),
      )
    }
    if (typeof value !== 'string' && typeof value !== 'number') return value
    if (disguise.keepsAll(field)) return value
    const kept = keptField(field, value)
    if (kept !== undefined) return kept
    return typeof value === 'string' ? text(field, value) : number(value)
  }

  return scrub(json, '', 0)
}
