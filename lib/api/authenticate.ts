import type { Request } from '../http/Request.js'
import { type AccessToken, accessToken } from '../model/AccessToken.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { path } from './path.js'

/** Who a user is to the service: by its uuid, by the application's own id, or, in older applications, by a password. */
export type UserIdentity =
  | { readonly userUuid: string }
  | { readonly externalUserId: string }
  | { readonly email: string; readonly password: string }

const bodyOf = (identity: UserIdentity): Record<string, string> => {
  if ('userUuid' in identity) return { user_uuid: identity.userUuid }
  if ('externalUserId' in identity) return { external_user_id: identity.externalUserId }
  return { email: identity.email, password: identity.password }
}

/** Asks for an access token of a user. */
export const authenticate = (profile: ServiceProfile, identity: UserIdentity): Request<AccessToken> => {
  const operation = 'authenticate'
  return {
    operation,
    method: 'POST',
    path: path(profile, operation, 'authenticate'),
    body: bodyOf(identity),
    access: 'application',
    codec: accessToken,
  }
}
