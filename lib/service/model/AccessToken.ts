import { map } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { createCodec } from '../../base/codec/guardCodec.js'
import { record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { uuid } from '../../base/codec/uuid.js'
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

/** The user of an access token, for the current and the earlier method of authentication. */
export interface AuthenticatedUser {
  /** The id: a UUID. Documented. */
  readonly uuid: string
  /**
   * The application's own id of the user; `null` or missing if there is none. The current method of authentication has
   * it. Documented.
   */
  readonly external_user_id?: string | null | undefined
  /** The email of the user. The earlier method of authentication has it. Documented. */
  readonly email?: string | null | undefined
}

/** The codec of {@link AuthenticatedUser}. */
export const authenticatedUser = record<AuthenticatedUser>(
  'user',
  { uuid },
  { external_user_id: t.string, email: t.string },
)

/** The decoded type of {@link accessToken}. */
export interface AccessToken {
  /** The bearer token, redacted; `reveal` returns it. Documented. */
  readonly access_token: Redacted<string>
  /**
   * When the token expires: two hours after it was issued. Sent as ISO 8601 in UTC with milliseconds. Documented.
   */
  readonly expires_at: Date
  /** The user whose data the token gives access to. Documented. */
  readonly user: AuthenticatedUser
}

const tokenRecord = record<AccessToken>(
  'access token',
  { access_token: secret, expires_at: timestamp, user: authenticatedUser },
  {},
)

const knownFields = ({ access_token, expires_at, user }: AccessToken): AccessToken => ({
  access_token,
  expires_at,
  user,
})

/**
 * The response to an authentication: the right to read one user's data for a limited time.
 *
 * The encoded form keeps `access_token` redacted: its JSON is useless, but within a process the encoded form decodes
 * again. Other fields of the response are dropped, because they could be credentials in plain text.
 *
 * @example
 * import { accessToken } from 'rxbank/codec'
 *
 * const user = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6JEJIID1919BDS' }
 * const decoded = accessToken.decode({ access_token: 't0k3n', expires_at: '2019-05-06T11:08:25.040Z', user })
 * assert.ok(decoded._tag === 'Right' && decoded.right.expires_at.getTime() === 1557140905040)
 * assert.ok(!JSON.stringify(accessToken.encode(decoded.right)).includes('t0k3n'))
 */
export const accessToken: t.Type<AccessToken, unknown> = new t.Type(
  tokenRecord.name,
  tokenRecord.is,
  (u, context) => map(knownFields)(tokenRecord.validate(u, context)),
  (token) => tokenRecord.encode(knownFields(token)),
)
