import { isLeft } from 'fp-ts/lib/Either.js'
import { decode } from '../../base/codec/decode.js'
import { ConfigError } from '../../base/error/ConfigError.js'
import { type TapeEntry, tapeEntry } from './TapeEntry.js'

/** The path of an issue without control characters: it may contain any name from the tape. */
const printablePath = (path: string): string => path.replace(/[^!-~]/g, '?')

/** Decodes the entry at a position of a tape, counted from 1; throws a `ConfigError` that names its problems. */
export const decodeEntry = (value: unknown, position: number): TapeEntry => {
  const decoded = decode(tapeEntry, value)
  if (isLeft(decoded)) {
    const entryPath = `/tape/${String(position)}`
    throw new ConfigError({
      issues: decoded.left.map(({ path, expected }) => ({ path: entryPath + printablePath(path), expected })),
    })
  }
  return decoded.right
}
