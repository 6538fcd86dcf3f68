import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { ConfigError } from '../../base/error/ConfigError.js'

/** Decodes an argument; throws one `ConfigError` that names all problems. */
export const decodeArgument = <A>(codec: t.Decoder<unknown, A>, value: unknown): A => {
  const decoded = decode(codec, value)
  if (isLeft(decoded)) throw new ConfigError({ issues: decoded.left })
  return decoded.right
}
