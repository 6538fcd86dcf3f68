import type * as t from 'io-ts'
import { noContent } from '../codec/noContent.js'
import type { ListRequest, Request } from '../http/Request.js'
import type { ServiceProfile } from '../profile/ServiceProfile.js'
import { path } from './path.js'

/** The users of the application. */
export const listUsers = <A>(profile: ServiceProfile, resource: t.Type<A, unknown>): ListRequest<A> => {
  const operation = 'users.list'
  return { operation, method: 'GET', path: path(profile, operation, 'users'), access: 'application', resource }
}

/** The items of one user, asked for by the application. */
export const listUserItems = <A>(
  profile: ServiceProfile,
  resource: t.Type<A, unknown>,
  userUuid: string,
): ListRequest<A> => {
  const operation = 'users.items'
  return {
    operation,
    method: 'GET',
    path: path(profile, operation, 'userItems', userUuid),
    access: 'application',
    resource,
  }
}

/** The password of a user of the earlier method, and the one to come. */
export interface PasswordChange {
  readonly current: string
  readonly next: string
}

/** Changes a user's password. */
export const changePassword = (
  profile: ServiceProfile,
  userUuid: string,
  { current, next }: PasswordChange,
): Request<undefined> => {
  const operation = 'users.changePassword'
  const body = { [profile.passwordFields.current]: current, [profile.passwordFields.next]: next }
  return {
    operation,
    method: 'PUT',
    path: path(profile, operation, 'password', userUuid),
    body,
    access: 'application',
    codec: noContent,
  }
}
