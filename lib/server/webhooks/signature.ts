import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Redacted, reveal } from '../../base/Redacted.js'

/** The header with the signatures of a webhook. */
export const signatureHeader = 'BridgeApi-Signature'

const hex = /^[\da-f]{64}$/i

/** The HMAC-SHA256 of a body. */
export const sign = (secret: Redacted<string>, body: Uint8Array): Buffer =>
  createHmac('sha256', reveal(secret)).update(body).digest()

/**
 * The signatures of the scheme `v1` in a header. Values that are not hexadecimal, in either case, are ignored.
 */
const signaturesOf = (header: string): ReadonlyArray<Buffer> =>
  header.split(',').flatMap((part) => {
    const [scheme, ...value] = part.trim().split('=')
    const text = value.join('=')
    return scheme === 'v1' && hex.test(text) ? [Buffer.from(text, 'hex')] : []
  })

/**
 * Whether a header has a valid signature of the body, made with one of the secrets. The comparisons take constant time.
 */
export const isSigned = (secrets: ReadonlyArray<Redacted<string>>, header: string, body: Uint8Array): boolean => {
  const signatures = signaturesOf(header)
  const expected = signatures.length === 0 ? [] : secrets.map((secret) => sign(secret, body))
  return expected.some((valid) => signatures.some((signature) => timingSafeEqual(signature, valid)))
}
