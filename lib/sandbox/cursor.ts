import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { draw, textSeed } from './random.js'
import type { Place } from './Source.js'

/** What a cursor says: a place, how many empty pages come before the rows there, and how many came already. */
export interface Cursor extends Place {
  readonly hops: number
  readonly laps: number
}

/** Writes and reads the cursors of one sandbox. */
export interface Cursors {
  readonly encode: (scope: string, cursor: Cursor) => string
  /** `None` for what this sandbox did not write for this scope, a list of one user. */
  readonly decode: (scope: string, text: string) => Option<Cursor>
}

/** In base64 `+/+/`: a client that touches the bytes of a link breaks its cursor. */
const marker = '\xfb\xff\xbf'
const form = /^\+\/\+\/[A-Za-z0-9+/]+==$/
const content = /^(-?[\d.e+]+|Infinity):(-?[\d.e+]+|Infinity):(\d+):(\d+) *$/

const masked = (seed: number, text: string): string =>
  Array.from(text, (letter, index) => String.fromCharCode(letter.charCodeAt(0) ^ (draw(seed, index) & 255))).join('')

const word = (value: number): string =>
  String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)

/**
 * Cursors that say nothing to a reader: masked, bound to a sandbox, a list and a user, and ending in `==`.
 *
 * The same place has the same cursor.
 */
export const createCursors = (seed: number): Cursors => {
  const encode = (scope: string, { rank, id, hops, laps }: Cursor): string => {
    const bare = [rank, id, hops, laps].join(':')
    const text = bare.padEnd(Math.ceil(bare.length / 3) * 3)
    const check = draw(draw(seed, textSeed(scope)), textSeed(text))
    return btoa(`${marker}${word(check)}${masked(check, text)}`)
  }

  const decode = (scope: string, text: string): Option<Cursor> => {
    if (!form.test(text) || text.length % 4 !== 0) return none
    const bytes = atob(text)
    const check = [3, 4, 5, 6].reduce((value, index) => ((value << 8) | bytes.charCodeAt(index)) >>> 0, 0)
    const parts = content.exec(masked(check, bytes.slice(7)))
    if (parts === null) return none
    const [, rank = '', id = '', hops = '', laps = ''] = parts
    const cursor = { rank: Number(rank), id: Number(id), hops: Number(hops), laps: Number(laps) }
    return encode(scope, cursor) === text ? some(cursor) : none
  }

  return { encode, decode }
}
