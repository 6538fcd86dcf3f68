import * as t from 'io-ts'
import { object } from '../codec/object.js'
import { isBelow } from '../profile/roots.js'
import type { Disguise } from './Disguise.js'
import { keptField } from './kept.js'

/** Deeper than any codec looks; what is beneath is left out. */
const deepest = 64

/** In the place of a number that a text can carry, but no JSON value that is written anew. */
const beyond = '1e999'

const links: ReadonlyArray<string> = ['next_uri', 'previous_uri']

/** A JSON value in disguise, with as many rows and fields; `link` is for links, and for paths below one of the roots. */
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
