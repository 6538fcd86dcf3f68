import type * as t from 'io-ts'
import { noContent } from '../codec/noContent.js'
import type { ListRequest, Request } from '../http/Request.js'
import type { Service } from '../profile/Service.js'
import { get } from './get.js'
import { pathTo } from './path.js'

/** The users of the application. */
export const listUsers = <A>(service: Service, resource: t.Type<A, unknown>): ListRequest<A> => ({
  ...get(service, 'application', 'users.list', 'users'),
  resource,
})

/** The items of one user, asked for by the application. */
export const listUserItems = <A>(service: Service, resource: t.Type<A, unknown>, userUuid: string): ListRequest<A> => ({
  ...get(service, 'application', 'users.items', 'userItems', userUuid),
  resource,
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
  const fields = service.profile.passwordFields
  const body = { [fields.current]: current, [fields.next]: next }
  return (userUuid) => ({
    operation,
    method: 'PUT',
    path: pathOf(userUuid),
    body,
    access: 'application',
    codec: noContent,
  })
}
