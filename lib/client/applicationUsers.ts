import { defer, tap } from 'rxjs'
import { decodeOptions } from '../base/error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import { singleRequest } from '../service/api/operationRequests.js'
import { createUser, deleteUser } from '../service/api/userRequests.js'
import * as operations from '../service/profile/operations.js'
import { callConfig } from '../streams/send/callConfig.js'
import { deferSend } from '../streams/send/send.js'
import type { Client } from './Client.js'
import { type Connect, withInternals } from './clientInternals.js'
import { serviceList } from './collection.js'
import type { Settings } from './config/decodeClientConfig.js'
import { createUserClient } from './createUserClient.js'
import { ensureUser } from './ensureUser.js'
import { sessions } from './sessions.js'
import { deletionOptions, namedUser, newUser, userUuid } from './userIdentity.js'
import { userSources } from './userSources.js'

/** The part of a client that manages the users of an application. */
export type Users = Pick<Client, 'user' | 'users'>

/** The list of a user's items, requested with the user's token, not with the application's credentials alone. */
const itemsAsUser = { ...operations.userItems, access: 'user' } as const

/**
 * Creates the part of a client that manages the users of an application. The import `#users` resolves to this file,
 * except in bundles for browsers, where the client has no secret.
 */
export const applicationUsers = (settings: Settings, connect: Connect, application: () => Connection): Users => {
  const { item, user } = settings.profile.codecs
  const list = serviceList(application, settings, operations.users, user)
  const findSession = sessions(settings, connect)
  const sourceOf = userSources(settings, connect, findSession)
  return {
    users: {
      ...list,
      items: (uuid) => {
        const id = () => userUuid(uuid)
        return settings.profile.userItemsAccess === 'user'
          ? serviceList(() => sourceOf({ userUuid: id() }).connection(), settings, itemsAsUser, item, id)
          : serviceList(application, settings, operations.userItems, item, id)
      },
      create: (fields = {}, config) =>
        deferSend(application, () => createUser(settings, user, newUser(fields)), config),
      ensure: (fields, config) =>
        defer(() => {
          const { externalUserId } = decodeOptions(namedUser, fields)
          const request = createUser(settings, user, { externalUserId })
          const call = { ...decodeOptions(callConfig, config ?? {}), limit: 500, onInvalidRow: 'report' as const }
          const named = settings.profile.filters?.users?.externalUserId === undefined ? {} : { externalUserId }
          return ensureUser(externalUserId, {
            listNamed: () => list.all({ ...call, ...named }),
            listAll: () => list.all(call),
            create: () => deferSend(application, () => request, config),
          })
        }),
      get: (uuid, config) =>
        deferSend(application, () => singleRequest(settings, operations.user, user, userUuid(uuid)), config),
      delete: (uuid, proof = {}, config) =>
        deferSend(
          application,
          () => {
            const { password } = decodeOptions(deletionOptions, proof)
            return deleteUser(settings, userUuid(uuid), password)
          },
          config,
        ).pipe(tap(() => findSession.forget(uuid))),
    },
    user: withInternals((identity) => createUserClient(settings, sourceOf(identity)), {
      settings,
      connection: (user) => (user === undefined ? application() : sourceOf(user).connection()),
      tokens: (user) => findSession(user).tokens,
    }),
  }
}
