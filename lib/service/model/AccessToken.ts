import { map } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import type { Redacted } from '../../base/Redacted.js'
import { type AuthenticatedUser, authenticatedUser } from './AuthenticatedUser.js'
import { secret } from './secret.js'

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

const answer = record<AccessToken>(
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
 * The answer to an authentication: the right to read one user's data for a limited time.
 *
 * The encoded form keeps `access_token` redacted: its JSON is useless, but within a process the encoded form decodes
 * again. Other fields of the answer are dropped, because they could be credentials in plain text.
 *
 * @example
 * import { accessToken } from 'rxbank'
 *
 * const user = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6JEJIID1919BDS' }
 * const decoded = accessToken.decode({ access_token: 't0k3n', expires_at: '2019-05-06T11:08:25.040Z', user })
 * assert.ok(decoded._tag === 'Right' && decoded.right.expires_at.getTime() === 1557140905040)
 * assert.ok(!JSON.stringify(accessToken.encode(decoded.right)).includes('t0k3n'))
 */
export const accessToken: t.Type<AccessToken, unknown> = new t.Type(
  answer.name,
  answer.is,
  (u, context) => map(knownFields)(answer.validate(u, context)),
  (token) => answer.encode(knownFields(token)),
)
