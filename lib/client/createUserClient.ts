import { concatMap, defer, tap } from 'rxjs'
import { decodeOptions } from '../base/error/decodeOptions.js'
import { changePassword } from '../service/api/userRequests.js'
import { deferSend } from '../streams/send/send.js'
import type { Settings } from './config/decodeClientConfig.js'
import type { UserClient } from './UserClient.js'
import { passwordOptions } from './userIdentity.js'
import { type UserReads, userReads } from './userReads.js'
import type { UserSource } from './userSources.js'

/** Creates the client of one user. */
export const createUserClient = (settings: Settings, source: UserSource): UserClient => {
  const { connection, token$, uuid$, invalidate } = source
  return Object.assign(userReads(settings, connection), {
    token$,
    invalidate,
    changePassword: (change, config) =>
      defer(() => {
        const requestOf = changePassword(settings, decodeOptions(passwordOptions, change))
        return uuid$.pipe(concatMap((uuid) => deferSend(connection, () => requestOf(uuid), config)))
      }).pipe(tap(invalidate)),
  } satisfies Omit<UserClient, keyof UserReads>)
}
