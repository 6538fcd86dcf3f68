import { isLeft } from 'fp-ts/lib/Either.js'
import { decode } from '../codec/decode.js'
import { ConfigError } from '../error/ConfigError.js'
import { type TapeEntry, tapeEntry } from './TapeEntry.js'

/** The path of an issue, which may have a name in it that is on no tape but this one: it must steer no terminal. */
const shown = (path: string): string => path.replace(/[^!-~]/g, '?')

/** The entry in a value, the `place`th of its tape from 1; throws a `ConfigError` that says what is wrong in it. */
export const readEntry = (value: unknown, place: number): TapeEntry => {
  const decoded = decode(tapeEntry, value)
  if (isLeft(decoded)) {
    const at = `/tape/${String(place)}`
    throw new ConfigError({ issues: decoded.left.map(({ path, expected }) => ({ path: at + shown(path), expected })) })
  }
  return decoded.right
}
