import { createHash } from 'node:crypto'
import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { wrongOption } from '../../base/error/decodeOptions.js'

/** A key, and its name: the first four bytes of its hash, which do not reveal the key. */
export interface SealingKey {
  readonly key: Buffer
  readonly name: Buffer
}

const keyLength = 32

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')

/** The codec of a key. It is strict, because `Buffer` ignores characters that are not base64. */
const keyText = guardCodec(
  `${String(keyLength)} bytes in base64, such as \`openssl rand -base64 32\` prints`,
  (u): u is string => typeof u === 'string' && /^[\w+/-]{43}=?$/.test(u) && bytesOf(u).length === keyLength,
)

const expected = `a list of keys: each ${keyText.name}`
const keyList = t.readonlyArray(keyText)

/** Decodes the keys; throws a `ConfigError`, which does not show them, if one is invalid or there is none. */
export const sealingKeys = (keys: ReadonlyArray<string>): readonly [SealingKey, ...ReadonlyArray<SealingKey>] => {
  const decoded = decode(keyList, keys)
  const [first, ...others] = isRight(decoded)
    ? decoded.right.map(bytesOf).map((key) => ({ key, name: createHash('sha256').update(key).digest().subarray(0, 4) }))
    : []
  if (first === undefined) throw wrongOption('/keys', expected)
  return [first, ...others]
}
