import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createHash,
  type DecipherGCM,
  randomBytes,
} from 'node:crypto'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { chain, isNone, none, type Option, some, tryCatch } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { defer, from, ignoreElements, map, take } from 'rxjs'
import { decode } from '../../base/codec/decode.js'
import { guardCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { reveal } from '../../base/Redacted.js'
import { type AccessToken, accessToken } from '../../service/model/AccessToken.js'
import type { TokenResponse, TokenStore } from '../../streams/tokens/TokenStore.js'
import type { ObservableTokenStore } from './memoryTokenStore.js'

/** A key, and its name: the first four bytes of its hash, which do not reveal the key. */
interface SealingKey {
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

const cipher = 'aes-256-gcm'
/** The number of the format, which is the first byte of a sealed text. */
const formatVersion = 1
const nameLength = 4
const nonceLength = 12
const tagLength = 16
const textOffset = 1 + nameLength + nonceLength + tagLength

/** The name of an owner as bytes. In UTF-8 all unpaired surrogates would have the same bytes. */
const additionalData = (owner: string): Buffer => Buffer.from(owner, 'utf16le')

/** Binds a text to its owner. An empty name is the same as none, but workerd fails on it. */
const bindToOwner = <C extends CipherGCM | DecipherGCM>(cipherOrDecipher: C, owner: string): C => {
  if (owner !== '') cipherOrDecipher.setAAD(additionalData(owner))
  return cipherOrDecipher
}

/** A hash of an owner's name, in hexadecimal. */
export const fingerprint = (owner: string): string => createHash('sha256').update(additionalData(owner)).digest('hex')

/** Encrypts a text for an owner, so that it can be read and changed only with the key, and only for this owner. */
export const seal = ({ key, name }: SealingKey, owner: string, text: string): Uint8Array => {
  const nonce = randomBytes(nonceLength)
  const encryption = bindToOwner(createCipheriv(cipher, key, nonce), owner)
  const sealed = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([Buffer.of(formatVersion), name, nonce, encryption.getAuthTag(), sealed])
}

/** Decrypts a text that was sealed for this owner with one of the keys; `None` if it was not. */
export const unseal = (keys: ReadonlyArray<SealingKey>, owner: string, sealed: Uint8Array): Option<string> => {
  const bytes = Buffer.from(sealed)
  if (bytes.length < textOffset || bytes[0] !== formatVersion) return none
  const nonceOffset = 1 + nameLength
  const name = bytes.subarray(1, nonceOffset)
  const sealingKey = keys.find((key) => key.name.equals(name))
  if (sealingKey === undefined) return none
  return tryCatch(() => {
    const tagOffset = nonceOffset + nonceLength
    const decipher = createDecipheriv(cipher, sealingKey.key, bytes.subarray(nonceOffset, tagOffset), {
      authTagLength: tagLength,
    })
    bindToOwner(decipher, owner).setAuthTag(bytes.subarray(tagOffset, textOffset))
    return decipher.update(bytes.subarray(textOffset), undefined, 'utf8') + decipher.final('utf8')
  })
}

const bytesStore = methodsCodec<TokenStore<Uint8Array>>(
  'a token store, with take, save and forget',
  'take',
  'save',
  'forget',
)

const textOf = ({ access_token, expires_at, user }: AccessToken): string =>
  JSON.stringify({ access_token: reveal(access_token), expires_at, user })

const tokenOf = (text: string): Option<AccessToken> => {
  const json = parseJson(text)
  const decoded = isLeft(json) ? json : decode(accessToken, json.right)
  return isRight(decoded) ? some(decoded.right) : none
}

/**
 * Encrypts tokens with AES-256-GCM before a byte store saves them. The principal is the additional authenticated data.
 * Someone who can read or write the store, but has no key, can neither use a token nor move it to another user.
 *
 * `keys`: 32 bytes in base64 each. The first key encrypts, all of them decrypt. To change the key, append the new key
 * in every process, then put it first in every process, and remove the old key two hours later. A token that no key
 * decrypts is `Unreadable`: it stays until it expires; a client that receives it authenticates without the store and
 * emits `TokenStoreFailed`. Throws a `ConfigError`, which does not show the keys, if one is invalid or there is none.
 *
 * @example
 * import { memoryTokenStore, sealedTokenStore } from 'rxbank/node'
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { randomBytes } from 'node:crypto'
 * import { firstValueFrom } from 'rxjs'
 *
 * const tokenStore = sealedTokenStore(memoryTokenStore<Uint8Array>(), [randomBytes(32).toString('base64')])
 * const { credentials, http, journal } = createSandbox({ profile: bridge2025 })
 * for (let process = 0; process < 3; process++) {
 *   const client = createClient({ profile: bridge2025, ...credentials, http, tokenStore })
 *   await firstValueFrom(client.user({ externalUserId: 'A6J' }).items.pages())
 * }
 * assert.deepStrictEqual(journal.counts().routes, { authenticate: 1, items: 3 })
 */
export const sealedTokenStore = (store: TokenStore<Uint8Array>, keys: ReadonlyArray<string>): ObservableTokenStore => {
  if (!bytesStore.is(store)) throw wrongOption('/store', bytesStore.name)
  const decodedKeys = sealingKeys(keys)

  return {
    take: (principal, ask) =>
      defer(() => from(store.take(principal, ask))).pipe(
        ignoreTeardownErrors,
        take(1),
        map((response): TokenResponse => {
          if (response._tag !== 'Stored') return response
          const token = chain(tokenOf)(unseal(decodedKeys, principal, response.token))
          return isNone(token) ? { _tag: 'Unreadable' } : { ...response, token: token.value }
        }),
      ),
    save: (principal, lease, token, remainingMs) =>
      defer(() => store.save(principal, lease, seal(decodedKeys[0], principal, textOf(token)), remainingMs)).pipe(
        ignoreTeardownErrors,
        ignoreElements(),
      ),
    forget: (principal, lease) =>
      defer(() => store.forget(principal, lease)).pipe(ignoreTeardownErrors, ignoreElements()),
  }
}
