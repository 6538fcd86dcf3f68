import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { draw, textSeed } from './seededRandom.js'
import type { SortKey } from './World.js'

/**
 * The content of a cursor: the sort key after or before which the page begins. If a fault inserts empty pages before the
 * rows, the cursor also counts the remaining empty pages, and those that were sent.
 */
export interface Cursor extends SortKey {
  readonly emptyLeft: number
  readonly emptySent: number
}

/** Encodes and decodes the cursors of one sandbox. */
export interface Cursors {
  readonly encode: (scope: string, cursor: Cursor) => string
  /**
   * Decodes a cursor; `None` for a text that this sandbox has not created for this scope, which is one list of one
   * user.
   */
  readonly decode: (scope: string, text: string) => Option<Cursor>
}

/**
 * The bytes of `+/+/` in base64. A client that decodes or encodes a link twice changes them, which invalidates the cursor.
 */
const marker = '\xfb\xff\xbf'
const cursorPattern = /^\+\/\+\/[A-Za-z0-9+/]+==$/
const contentPattern = /^(-?[\d.e+]+|Infinity):(-?[\d.e+]+|Infinity):(\d+):(\d+) *$/

const mask = (seed: number, text: string): string =>
  Array.from(text, (letter, index) => String.fromCharCode(letter.charCodeAt(0) ^ (draw(seed, index) & 255))).join('')

const wordBytes = (value: number): string =>
  String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)

/**
 * Creates the codec of opaque cursors: they are masked, valid for one sandbox, list and user, and end in `==`. Equal
 * contents have equal cursors.
 */
export const createCursors = (seed: number): Cursors => {
  const encode = (scope: string, { rank, id, emptyLeft, emptySent }: Cursor): string => {
    const content = [rank, id, emptyLeft, emptySent].join(':')
    const text = content.padEnd(Math.ceil(content.length / 3) * 3)
    const check = draw(draw(seed, textSeed(scope)), textSeed(text))
    return btoa(`${marker}${wordBytes(check)}${mask(check, text)}`)
  }

  const decode = (scope: string, text: string): Option<Cursor> => {
    if (!cursorPattern.test(text) || text.length % 4 !== 0) return none
    const bytes = atob(text)
    const check = [3, 4, 5, 6].reduce((value, index) => ((value << 8) | bytes.charCodeAt(index)) >>> 0, 0)
    const parts = contentPattern.exec(mask(check, bytes.slice(7)))
    if (parts === null) return none
    const [, rank = '', id = '', emptyLeft = '', emptySent = ''] = parts
    const cursor = { rank: Number(rank), id: Number(id), emptyLeft: Number(emptyLeft), emptySent: Number(emptySent) }
    return encode(scope, cursor) === text ? some(cursor) : none
  }

  return { encode, decode }
}
