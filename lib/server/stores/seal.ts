import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { none, type Option, tryCatch } from 'fp-ts/lib/Option.js'
import type { SealingKey } from './sealingKeys.js'

const cipher = 'aes-256-gcm'
/** The number of the format, which is the first byte of a sealed text. */
const form = 1
const nameLength = 4
const nonceLength = 12
const tagLength = 16
const textAt = 1 + nameLength + nonceLength + tagLength

/** The name of an owner as bytes. In UTF-8 all unpaired surrogates would have the same bytes. */
const additional = (owner: string): Buffer => Buffer.from(owner, 'utf16le')

/** A hash of an owner's name, in hexadecimal. */
export const fingerprint = (owner: string): string => createHash('sha256').update(additional(owner)).digest('hex')

/** Encrypts a text for an owner, so that it can be read and changed only with the key, and only for this owner. */
export const seal = ({ key, name }: SealingKey, owner: string, text: string): Uint8Array => {
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, key, nonce).setAAD(additional(owner))
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([Buffer.of(form), name, nonce, sealing.getAuthTag(), sealed])
}

/** Decrypts a text that was sealed for this owner with one of the keys; `None` if it was not. */
export const unseal = (keys: ReadonlyArray<SealingKey>, owner: string, sealed: Uint8Array): Option<string> => {
  const bytes = Buffer.from(sealed)
  if (bytes.length < textAt || bytes[0] !== form) return none
  const nonceAt = 1 + nameLength
  const name = bytes.subarray(1, nonceAt)
  const found = keys.find((one) => one.name.equals(name))
  if (found === undefined) return none
  return tryCatch(() => {
    const tagAt = nonceAt + nonceLength
    const opening = createDecipheriv(cipher, found.key, bytes.subarray(nonceAt, tagAt), { authTagLength: tagLength })
    opening.setAAD(additional(owner)).setAuthTag(bytes.subarray(tagAt, textAt))
    return opening.update(bytes.subarray(textAt), undefined, 'utf8') + opening.final('utf8')
  })
}
