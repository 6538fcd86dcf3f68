import type { ServiceInterface } from '../profile/ServiceProfile.js'
import { bankId, bankRow } from './data/banks.js'
import { categories, type Language } from './data/categories.js'
import { createCursors, type Cursors } from './cursor.js'
import { type Place, type Source, sourceOf } from './Source.js'
import { createForms, type Forms } from './forms.js'
import { createTokens, type Tokens } from './tokens.js'
import { createItem, createUser, type ItemState, userOfItem, type UserState } from './users.js'
import type { World } from './World.js'

/** The credentials of the one application that a sandbox knows. */
export interface SandboxCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** All that a sandbox knows. */
export interface State {
  readonly world: World
  readonly profile: ServiceInterface
  readonly credentials: SandboxCredentials
  readonly cursors: Cursors
  readonly tokens: Tokens
  readonly users: ReadonlyArray<UserState>
  readonly userByUuid: (uuid: string) => UserState | undefined
  readonly userByExternalId: (id: string) => UserState | undefined
  readonly userByEmail: (email: string) => UserState | undefined
  readonly item: (id: number) => { readonly user: UserState; readonly item: ItemState } | undefined
  readonly banks: Source
  readonly categories: (language: Language) => Source
  /** Gives a user one more item. */
  readonly addItem: (user: UserState) => ItemState
  readonly forms: Forms
}

/** What a state is made with. */
export interface StateConfig {
  readonly world: World
  readonly profile: ServiceInterface
  readonly credentials: SandboxCredentials
  readonly users: number
  readonly tokenLifetime: number
}

const bankSource = ({ seed, banks }: World): Source => {
  const numbers = new Map(Array.from({ length: banks }, (_, index) => [bankId(seed, index), index]))
  return sourceOf(
    Array.from(numbers.keys(), (id) => ({ rank: 0, id })),
    ({ id }) => bankRow(seed, numbers.get(id) ?? 0),
  )
}

const categorySource = (language: Language): Source => rowsSource(categories(language))

/** A list of rows that are at hand, by id. */
export const rowsSource = (rows: ReadonlyArray<{ readonly id: number }>): Source => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return sourceOf(
    rows.map(({ id }) => ({ rank: 0, id })),
    ({ id }: Place) => byId.get(id) ?? {},
  )
}

/** Makes a sandbox's state; rows are made when they are asked for. */
export const createState = ({ world, profile, credentials, users: count, tokenLifetime }: StateConfig): State => {
  const users = Array.from({ length: count }, (_, index) => createUser(world, index))
  const by = (key: (user: UserState) => string) => {
    const found = new Map(users.map((user) => [key(user), user]))
    return (value: string): UserState | undefined => found.get(value)
  }
  const byUuid = by(({ uuid }) => uuid)
  let banks: Source | undefined
  const added = new Map<number, UserState>()
  return {
    world,
    profile,
    credentials,
    users,
    cursors: createCursors(world.seed),
    tokens: createTokens(world.seed, tokenLifetime, world.now),
    userByUuid: (uuid) => byUuid(uuid.toLowerCase()),
    userByExternalId: by(({ externalUserId }) => externalUserId),
    userByEmail: by(({ email }) => email),
    item: (id) => {
      const user = added.get(id) ?? users[userOfItem(id)]
      const item = user?.items.find((candidate) => candidate.id === id)
      return user === undefined || item === undefined ? undefined : { user, item }
    },
    get banks() {
      return (banks ??= bankSource(world))
    },
    categories: categorySource,
    addItem: (user) => {
      const item = createItem(world, (count + added.size) * 2)
      user.items.push(item)
      added.set(item.id, user)
      return item
    },
    forms: createForms(world.seed),
  }
}
