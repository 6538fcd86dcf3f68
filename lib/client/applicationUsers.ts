import { listUserItems, listUsers } from '../api/users.js'
import type { Settings } from '../config.js'
import type { Connection } from '../http/Connection.js'
import type { Client } from './Client.js'
import { plainCollection } from './collection.js'
import type { Connect } from './connections.js'
import { createUserClient } from './createUserClient.js'
import { withInside } from './inside.js'
import { userUuid } from './operationOptions.js'
import { userSources } from './userSources.js'

/** The users of an application, and what can be done for one of them. */
export type Users = Pick<Client, 'user' | 'users'>

/** The users of an application, for one that may have its secret. */
export const applicationUsers = (settings: Settings, connect: Connect, application: () => Connection): Users => {
  const { item, user } = settings.profile.codecs
  const sourceOf = userSources(settings, connect)
  return {
    users: {
      ...plainCollection(application, () => listUsers(settings, user)),
      items: (uuid) => plainCollection(application, () => listUserItems(settings, item, userUuid(uuid))),
    },
    user: withInside((identity) => createUserClient(settings, sourceOf(identity)), {
      settings,
      connection: (user) => (user === undefined ? application() : sourceOf(user).connection()),
    }),
  }
}
