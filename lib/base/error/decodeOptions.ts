import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import { ConfigError } from './ConfigError.js'

/** Decodes a configuration or the options of a call; throws one `ConfigError` that names all fields that are wrong. */
export const decodeOptions = <A>(codec: t.Decoder<unknown, A>, options: unknown): A => {
  const decoded = decode(codec, options)
  if (isLeft(decoded)) throw new ConfigError({ issues: decoded.left })
  return decoded.right
}
