import { object } from '../../base/codec/object.js'
import { documentedProfile } from '../../service/profile/documentedProfile.js'
import { suggestion } from './suggestion.js'

/**
 * A parameter in text form: its description for messages and help, and its parser, which returns `undefined` for
 * invalid text.
 */
export interface Parameter<A> {
  readonly expected: string
  readonly parse: (text: string) => A | undefined
  /** The end of a message: a suggestion for invalid text, or nothing. */
  readonly suggest?: (text: string) => string
}

const numberIn = (text: string, pattern: RegExp, min: number, max: number): number | undefined => {
  const value = pattern.test(text) ? Number(text) : NaN
  return value >= min && value <= max ? value : undefined
}

/** An integer from `min` to `max`. */
export const integerParameter = (expected: string, min = 0, max = Number.MAX_SAFE_INTEGER): Parameter<number> => ({
  expected,
  parse: (text) => numberIn(text, /^-?\d{1,16}$/, min, max),
})

/** How many times a fault applies: an integer, or `all`. */
export const times: Parameter<number> = {
  expected: 'an integer, or all',
  parse: (text) => (text === 'all' ? Infinity : integerParameter('').parse(text)),
}

/** A probability from 0 to 1. */
export const probability: Parameter<number> = {
  expected: 'a probability from 0 to 1',
  parse: (text) => numberIn(text, /^\d{0,9}\.?\d{1,9}$/, 0, 1),
}

/** Any text. */
export const anyText: Parameter<string> = { expected: 'text', parse: (text) => text }

/** Seconds, or any other text, such as a date. */
export const retryAfter: Parameter<number | string> = {
  expected: 'seconds, or a date',
  parse: (text) => integerParameter('').parse(text) ?? text,
}

const routes = Object.keys(documentedProfile.paths)

/** The requests that a fault applies to: the name of a route, or a path. */
export const target: Parameter<string> = {
  expected: 'the name of a route, or a path',
  parse: (text) => (text.startsWith('/') || routes.includes(text) ? text : undefined),
  suggest: (text) => suggestion(text, routes),
}

/** JSON, or any other text. */
export const anyValue: Parameter<unknown> = {
  expected: 'JSON, or text',
  parse: (text): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  },
}

/** An object of strings, as JSON. */
export const texts: Parameter<Readonly<Record<string, string>>> = {
  expected: 'JSON such as {"RateLimit-Reset":"5"}',
  parse: (text) => {
    const value = anyValue.parse(text)
    const isRecord = object.is(value)
    return isRecord && Object.values(value).every((entry) => typeof entry === 'string')
      ? (value as Readonly<Record<string, string>>)
      : undefined
  },
}

/** One of some words. */
export const oneOf = <A extends string>(expected: string, words: ReadonlyArray<A>): Parameter<A> => ({
  expected,
  parse: (text) => words.find((word) => word === text),
  suggest: (text) => suggestion(text, words),
})
