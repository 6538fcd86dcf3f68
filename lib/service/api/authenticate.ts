import { wrongOption } from '../../base/error/decodeOptions.js'
import { type AccessToken, accessToken } from '../model/AccessToken.js'
import { authenticate as operation } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { requireOption } from '../profile/ServiceVersion.js'
import { endpoint } from './operationRequests.js'
import type { Request } from './Request.js'
import { withParameters } from './withParameters.js'

/**
 * How a user is identified at the service: by uuid, by the application's own id, or in older applications by password.
 */
export type UserIdentity =
  | { readonly userUuid: string }
  | { readonly externalUserId: string }
  | { readonly email: string; readonly password: string }

/** Throws a `ConfigError` at this path if the service has no such ids. */
export const requireExternalUserId = ({ profile }: Pick<Service, 'profile'>, path: string, id: string): void => {
  const format = profile.externalUserId
  if (format !== undefined && !format.is(id)) throw wrongOption(path, format.name)
}

/** Throws if the API version does not support this kind of identity, or the service has no such ids. */
export const requireIdentity = ({ profile, version }: Service, identity: UserIdentity): void => {
  if ('externalUserId' in identity)
    requireExternalUserId({ profile }, '/identity/externalUserId', identity.externalUserId)
  for (const option of ['userUuid', 'externalUserId'] as const) {
    if (option in identity) requireOption(version, operation.name, option)
  }
}

const parametersOf = (identity: UserIdentity): Record<string, string> => {
  if ('userUuid' in identity) return { user_uuid: identity.userUuid }
  if ('externalUserId' in identity) return { external_user_id: identity.externalUserId }
  return { email: identity.email, password: identity.password }
}

/** The request for an access token of a user. */
export const authenticate = (service: Service, identity: UserIdentity): Request<AccessToken> => ({
  ...withParameters(service, endpoint(service, operation), parametersOf(identity)),
  codec: accessToken,
})
