import { isLeft } from 'fp-ts/lib/Either.js'
import { decode } from '../../base/codec/decode.js'
import { ConfigError } from '../../base/error/ConfigError.js'
import { type TapeEntry, tapeEntry } from './TapeEntry.js'

/** The path of an issue, without control characters: it may contain a name that is on this tape only. */
const shown = (path: string): string => path.replace(/[^!-~]/g, '?')

/** Decodes the `place`th entry of a tape, counted from 1; throws a `ConfigError` that says what is wrong with it. */
export const readEntry = (value: unknown, place: number): TapeEntry => {
  const decoded = decode(tapeEntry, value)
  if (isLeft(decoded)) {
    const at = `/tape/${String(place)}`
    throw new ConfigError({ issues: decoded.left.map(({ path, expected }) => ({ path: at + shown(path), expected })) })
  }
  return decoded.right
}
