import type * as t from 'io-ts'
import { noContent } from '../codec/noContent.js'
import type { ListRequest, Request } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { demandOption } from '../profile/ServiceVersion.js'
import { line } from './line.js'
import { pathTo } from './path.js'
import { withParameters } from './withParameters.js'

/** The users of the application. */
export const listUsers = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...line(service, 'application', 'users.list', 'users'),
  resource,
})

/** The items of one user, asked for by the application. */
export const listUserItems = <A>(service: Service, resource: t.Type<A, unknown>, userUuid: string): ListRequest<A> => ({
  ...line(service, 'application', 'users.items', 'userItems', userUuid),
  resource,
})

/** A user to be: known by the application's own id or by none, or, in older applications, by a password. */
export type NewUser = { readonly externalUserId?: string } | { readonly email: string; readonly password: string }

/** Creates a user. */
export const createUser = <A>(service: Service, codec: t.Type<A, unknown>, user: NewUser): Request<A> => {
  const operation = 'users.create'
  const request = line(service, 'application', operation, 'createUser', undefined, 'POST')
  if ('email' in user) return { ...withParameters(service, request, { ...user }), codec }
  const { externalUserId } = user
  if (externalUserId === undefined) return { ...withParameters(service, request, {}), codec }
  demandOption(service.version, operation, 'externalUserId')
  return { ...withParameters(service, request, { external_user_id: externalUserId }), codec }
}

/** One user. */
export const getUser = <A>(service: Service, codec: t.Type<A, unknown>, userUuid: string): Request<A> => ({
  ...line(service, 'application', 'users.get', 'user', userUuid),
  codec,
})

/** Deletes a user with all that is theirs; those of the earlier method need their password. */
export const deleteUser = (service: Service, userUuid: string, password?: string): Request<undefined> => ({
  ...withParameters(
    service,
    line(service, 'application', 'users.delete', 'deleteUser', userUuid, 'DELETE'),
    password === undefined ? {} : { password },
  ),
  codec: noContent,
})

/** The password of a user of the earlier method, and the one to come. */
export interface PasswordChange {
  readonly current: string
  readonly next: string
}

/** How to change the password of the user with a uuid, which it may take a request to know. */
export const changePassword = (
  service: Service,
  { current, next }: PasswordChange,
): ((userUuid: string) => Request<undefined>) => {
  const operation = 'users.changePassword'
  const pathOf = pathTo(service, operation, 'password')
  const { methods, passwordFields: fields } = service.profile
  const parameters = { [fields.current]: current, [fields.next]: next }
  return (userUuid) => {
    const method = methods?.password ?? 'PUT'
    const request = { operation, method, path: pathOf(userUuid), access: 'application' } as const
    return { ...withParameters(service, request, parameters), codec: noContent }
  }
}
