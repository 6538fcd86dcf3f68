import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Redacted, reveal } from '../../index.js'

/** The header with the signatures of a webhook. */
export const signatureHeader = 'BridgeApi-Signature'

const hex = /^[\da-f]{64}$/i

/** The HMAC-SHA256 of a body. */
export const sign = (secret: Redacted<string>, body: Uint8Array): Buffer =>
  createHmac('sha256', reveal(secret)).update(body).digest()

/**
 * The bytes of each signature of the scheme `v1` in the header, written in hexadecimal of either case. Values that are
 * not hexadecimal are ignored.
 */
const valuesOf = (header: string): ReadonlyArray<Buffer> =>
  header.split(',').flatMap((part) => {
    const [scheme, ...value] = part.trim().split('=')
    const text = value.join('=')
    return scheme === 'v1' && hex.test(text) ? [Buffer.from(text, 'hex')] : []
  })

/**
 * Whether a header has a valid signature of the body by one of the secrets. Every signature is compared with every
 * secret's, in constant time.
 */
export const isSigned = (secrets: ReadonlyArray<Redacted<string>>, header: string, body: Uint8Array): boolean => {
  const values = valuesOf(header)
  const expected = values.length === 0 ? [] : secrets.map((secret) => sign(secret, body))
  return expected.some((own) => values.some((value) => timingSafeEqual(value, own)))
}
