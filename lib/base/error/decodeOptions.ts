import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import { ConfigError } from './ConfigError.js'

/** The error of one wrong option, with its path and what was expected there. */
export const wrongOption = (path: string, expected: string): ConfigError =>
  new ConfigError({ issues: [{ path, expected }] })

/** Decodes a configuration or the options of a call; throws one `ConfigError` that names all wrong fields. */
export const decodeOptions = <A>(codec: t.Decoder<unknown, A>, options: unknown): A => {
  const decoded = decode(codec, options)
  if (isLeft(decoded)) throw new ConfigError({ issues: decoded.left })
  return decoded.right
}
