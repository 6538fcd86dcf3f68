import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { none, type Option, tryCatch } from 'fp-ts/lib/Option.js'
import type { SealingKey } from './sealingKeys.js'

const cipher = 'aes-256-gcm'
/** The number of the format, which is the first byte of a sealed text. */
const formatVersion = 1
const nameLength = 4
const nonceLength = 12
const tagLength = 16
const textOffset = 1 + nameLength + nonceLength + tagLength

/** The name of an owner as bytes. In UTF-8 all unpaired surrogates would have the same bytes. */
const additionalData = (owner: string): Buffer => Buffer.from(owner, 'utf16le')

/** A hash of an owner's name, in hexadecimal. */
export const fingerprint = (owner: string): string => createHash('sha256').update(additionalData(owner)).digest('hex')

/** Encrypts a text for an owner, so that it can be read and changed only with the key, and only for this owner. */
export const seal = ({ key, name }: SealingKey, owner: string, text: string): Uint8Array => {
  const nonce = randomBytes(nonceLength)
  const encryption = createCipheriv(cipher, key, nonce).setAAD(additionalData(owner))
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
    decipher.setAAD(additionalData(owner)).setAuthTag(bytes.subarray(tagOffset, textOffset))
    return decipher.update(bytes.subarray(textOffset), undefined, 'utf8') + decipher.final('utf8')
  })
}
