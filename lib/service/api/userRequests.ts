import type * as t from 'io-ts'
import { noContent } from '../../base/codec/noContent.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { type AccessToken, accessToken } from '../model/AccessToken.js'
import * as operations from '../profile/operations.js'
import { authenticate as operation } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { requireOption } from '../profile/ServiceVersion.js'
import { endpoint, endpointOf, withParameters } from './operationRequests.js'
import type { Request } from './Request.js'

/**
 * How a user is identified at the service: by uuid, by the application's own id, or in older applications by password.
 */
export type UserIdentity =
  | { readonly userUuid: string }
  | { readonly externalUserId: string }
  | { readonly email: string; readonly password: string }

/** Throws a `ConfigError` at this path if the service has no external ids of users. */
const requireExternalUserId = ({ profile }: Pick<Service, 'profile'>, path: string, id: string): void => {
  const format = profile.externalUserId
  if (format !== undefined && !format.is(id)) throw wrongOption(path, format.name)
}

/** Throws if the API version does not support this kind of identity, or the service has no external ids of users. */
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

/** A user to create: with an id of the application or without, or, for older applications, with a password. */
export type NewUser = { readonly externalUserId?: string } | { readonly email: string; readonly password: string }

/** Creates a user. */
export const createUser = <A>(service: Service, codec: t.Type<A, unknown>, user: NewUser): Request<A> => {
  const request = endpoint(service, operations.createUser)
  if ('email' in user) return { ...withParameters(service, request, { ...user }), codec }
  const { externalUserId } = user
  if (externalUserId === undefined) return { ...withParameters(service, request, {}), codec }
  requireOption(service.version, request.operation, 'externalUserId')
  requireExternalUserId(service, '/externalUserId', externalUserId)
  return { ...withParameters(service, request, { external_user_id: externalUserId }), codec }
}

/** Deletes a user with all their data. A user who has a password can be deleted only with it. */
export const deleteUser = (service: Service, userUuid: string, password?: string): Request<undefined> => ({
  ...withParameters(
    service,
    endpoint(service, operations.deleteUser, userUuid),
    password === undefined ? {} : { password },
  ),
  codec: noContent,
})

/** The current and the new password of a user who has one. */
export interface PasswordChange {
  readonly current: string
  readonly next: string
}

/**
 * Returns a function that creates the request for a change of password from the uuid of the user, which may have to be
 * requested first.
 */
export const changePassword = (
  service: Service,
  { current, next }: PasswordChange,
): ((userUuid: string) => Request<undefined>) => {
  const requestOf = endpointOf(service, operations.password)
  const { passwordFields: fields } = service.profile
  const parameters = { [fields.current]: current, [fields.next]: next }
  return (userUuid) => ({ ...withParameters(service, requestOf(userUuid), parameters), codec: noContent })
}
