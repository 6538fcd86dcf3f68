import type { Identity, UserState } from './sandboxUsers.js'

/** The users of the application, by number, uuid, external id and email. */
export interface Roster {
  /** The users in the order in which they were created. */
  readonly all: () => ReadonlyArray<UserState>
  readonly at: (index: number) => UserState | undefined
  readonly byUuid: (uuid: string) => UserState | undefined
  readonly byExternalId: (id: string) => UserState | undefined
  readonly byEmail: (email: string) => UserState | undefined
  readonly add: (identity: Identity) => UserState
  readonly remove: (user: UserState) => void
}

/** Creates a list of `count` users. The number of a deleted user is not used again. */
export const createRoster = (count: number, create: (index: number, identity?: Identity) => UserState): Roster => {
  const users = new Map<number, UserState>()
  const keys = ['uuid', 'externalUserId', 'email'] as const
  const maps = {
    uuid: new Map<string, UserState>(),
    externalUserId: new Map<string, UserState>(),
    email: new Map<string, UserState>(),
  }
  let next = 0

  const addUser = (identity?: Identity): UserState => {
    const user = create(next++, identity)
    users.set(user.index, user)
    for (const key of keys) {
      const value = user[key]
      if (value !== null) maps[key].set(value, user)
    }
    return user
  }

  for (let index = 0; index < count; index++) addUser()

  return {
    all: () => [...users.values()],
    at: (index) => users.get(index),
    byUuid: (uuid) => maps.uuid.get(uuid.toLowerCase()),
    byExternalId: (id) => maps.externalUserId.get(id),
    byEmail: (email) => maps.email.get(email),
    add: addUser,
    remove: (user) => {
      users.delete(user.index)
      for (const key of keys) maps[key].delete(user[key] ?? '')
    },
  }
}
