import { catchError, concatMap, defaultIfEmpty, filter, type Observable, of, take, throwError } from 'rxjs'
import { isServiceStatus } from '../base/error/foreignResponse.js'
import { isTransient } from '../base/error/isTransient.js'
import type { User } from '../service/model/User.js'

/** How users are found and created. */
interface UserAccess<A> {
  /** Lists the users with the given id of the application. Some services list others too. */
  readonly listNamed: () => Observable<A>
  readonly listAll: () => Observable<A>
  /** Creates the user; the request is sent once. */
  readonly create: () => Observable<A>
}

/**
 * Emits the user with this id of the application, who is created if there is none.
 *
 * Another program may create the user in the meantime: the service then responds 409, and the user is in the list. The
 * same holds if the response to the creation was lost. Then the full list is read, because the filter of the list may
 * use other data than the check of the creation.
 */
export const ensureUser = <A extends Pick<User, 'external_user_id'>>(
  externalUserId: string,
  { listNamed, listAll, create }: UserAccess<A>,
): Observable<A> => {
  const find = (users$: Observable<A>): Observable<A | undefined> =>
    users$.pipe(
      filter((user) => user.external_user_id === externalUserId),
      take(1),
      defaultIfEmpty(undefined),
    )
  const createOrFind = (): Observable<A> =>
    create().pipe(
      catchError((error: unknown) =>
        isServiceStatus(error, 409) || isTransient(error)
          ? find(listAll()).pipe(concatMap((user) => (user === undefined ? throwError(() => error) : of(user))))
          : throwError(() => error),
      ),
    )
  return find(listNamed()).pipe(concatMap((user) => (user === undefined ? createOrFind() : of(user))))
}
