import type * as t from 'io-ts'
import { noContent } from '../../base/codec/noContent.js'
import * as operations from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import { requireOption } from '../profile/ServiceVersion.js'
import { requireExternalUserId } from './authenticate.js'
import { endpoint, endpointOf } from './operationRequests.js'
import type { Request } from './Request.js'
import { withParameters } from './withParameters.js'

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
