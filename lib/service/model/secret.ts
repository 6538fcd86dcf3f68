import * as t from 'io-ts'
import { createCodec } from '../../base/codec/createCodec.js'
import { redact, Redacted, reveal } from '../../base/Redacted.js'

/** The JSON of a redacted value. Decoding rejects it, because it would otherwise be used as the secret. */
const redactedText = String(redact(''))

/**
 * The characters that any header can carry. For other characters, a platform would throw an error that quotes the
 * value.
 */
const printable = /^[\x21-\x7e]{1,8192}$/

const isText = (u: unknown): u is string => typeof u === 'string' && printable.test(u) && u !== redactedText

const isSecret = (u: unknown): u is Redacted<string> => u instanceof Redacted && isText(reveal(u))

/**
 * A secret that goes into a header: 1 to 8192 visible ASCII characters, redacted as soon as it is decoded.
 *
 * It also decodes a value that is redacted already, and encodes to the same redacted value. So encoding leaks nothing,
 * and the encoded value decodes again.
 */
export const secret: t.Type<Redacted<string>, Redacted<string>> = createCodec(
  'secret (visible ASCII)',
  isSecret,
  (u) => (isText(u) ? redact(u) : isSecret(u) ? u : undefined),
  t.identity,
)
