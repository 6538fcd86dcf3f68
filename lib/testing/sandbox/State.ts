import { Subject } from 'rxjs'
import type { Limits } from '../../service/profile/rateLimits.js'
import type { ServiceInterface } from '../../service/profile/ServiceProfile.js'
import { type BankForms, createBankForms } from './bankForms.js'
import type { Change } from './Change.js'
import { createCursors, type Cursors } from './cursors.js'
import { bankIdOf, type BankRow, bankRow } from './data/bankRows.js'
import type { Language } from './data/categoryNames.js'
import type { Row, RowDialect } from './dialect/RowDialect.js'
import { createOverrides, type Overrides } from './overrides.js'
import { createMarket } from './portfolio.js'
import {
  isRefreshing,
  itemStatus,
  type RefreshConfig,
  refreshDuration,
  refreshedAt,
  startRefresh,
} from './refreshes.js'
import { createRoster, type Roster } from './roster.js'
import { createLimiter, type Limiter } from './sandboxLimiter.js'
import { createTokens, type Tokens } from './sandboxTokens.js'
import {
  createItem,
  createUser,
  type ItemPlan,
  type ItemState,
  type ItemWorld,
  positionOfItem,
  userOfItem,
  type UserState,
} from './sandboxUsers.js'
import { type Source, sourceOf, type World } from './World.js'

/** The credentials of the only application that a sandbox has. */
export interface SandboxCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** The state of a sandbox. */
export interface State {
  readonly world: World
  readonly profile: ServiceInterface
  readonly dialect: RowDialect
  readonly credentials: SandboxCredentials
  readonly limiter: Limiter
  readonly cursors: Cursors
  readonly tokens: Tokens
  readonly users: Roster
  /** How many users the application may have. */
  readonly maxUsers: number
  readonly item: (id: number) => { readonly user: UserState; readonly item: ItemState } | undefined
  readonly banks: Source<BankRow>
  readonly categories: (language: Language) => Source
  /** Adds an item to a user. */
  readonly addItem: (user: UserState, plan?: ItemPlan) => ItemState
  /**
   * Deletes an item of a user with its accounts, and their transactions and stocks. With `withTombstones`, the lists of
   * updated resources show these as deleted; otherwise they disappear without a trace.
   */
  readonly removeItem: (user: UserState, item: ItemState, withTombstones?: boolean) => void
  /** Connects the accounts of an item again under new ids, with their transactions and stocks; deletes it by default. */
  readonly relinkItem: (
    user: UserState,
    item: ItemState,
    config: { readonly keepItem?: boolean; readonly tombstones?: boolean },
  ) => ItemState
  /** Deletes a user and creates another with the same identity, new items at the same banks, and a new uuid. */
  readonly recreateUser: (user: UserState) => UserState
  /** Deletes a user with all of the user's data. */
  readonly removeUser: (user: UserState) => void
  /**
   * Starts a refresh of an item. A refresh that a client starts has the options of `planRefresh`. While another refresh is
   * running, a client cannot start one.
   */
  readonly refreshItem: (user: UserState, item: ItemState, trigger: RefreshStart, config?: RefreshConfig) => void
  /** Gives a new item its transactions, with its first refresh and, if the service has a schedule, another one. */
  readonly loadHistory: (user: UserState, item: ItemState) => void
  readonly forms: BankForms
  /** The fields of rows that a test has overridden. */
  readonly overrides: Overrides
  /** Emits each change as it happens. */
  readonly changes$: Subject<Change>
}

/** What starts a refresh: a client, the bank form for a new item or an existing one, or the test. */
export type RefreshStart = 'api' | 'added' | 'edited' | 'test'

/** The parts from which a state is created. */
export interface StateConfig {
  readonly world: ItemWorld
  readonly profile: ServiceInterface
  readonly dialect: RowDialect
  readonly credentials: SandboxCredentials
  readonly limits: Limits
  readonly users: number
  readonly maxUsers: number
  readonly tokenLifetime: number
}

const bankSource = (world: World): Source<BankRow> => {
  const numbers = new Map(Array.from({ length: world.banks }, (_, index) => [bankIdOf(world, index), index]))
  return sourceOf(
    Array.from(numbers.keys(), (id) => ({ rank: 0, id })),
    ({ id }) => bankRow(world.seed, numbers.get(id) ?? 0, id),
  )
}

/** A source of the given rows, sorted by id. If two rows have the same id, the second is at the end of the list. */
export const rowsSource = <A extends Row>(rows: ReadonlyArray<A>): Source<A> => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const seenIds = new Set<number>()
  const duplicates = rows.filter(({ id }) => seenIds.size === seenIds.add(id).size)
  return sourceOf(
    [...Array.from(byId.keys(), (id) => ({ rank: 0, id })), ...duplicates.map(({ id }) => ({ rank: -1, id }))],
    ({ id }) => byId.get(id) as A,
  )
}

/**
 * How long after its first refresh the older transactions of a new item are read. Documented as some minutes; that this takes
 * a refresh of its own is inferred.
 */
const historyDelay = 5 * 60_000

/** A refresh that ends at once. */
const instantRefresh: RefreshConfig = { authenticating: 0, retrieving: 0 }

/** Creates a sandbox's state, which generates rows on demand. */
export const createState = (config: StateConfig): State => {
  const { world, profile, dialect, credentials, limits, users: count, maxUsers, tokenLifetime } = config
  const changes$ = new Subject<Change>()
  const emitChange = (change: Change): void => {
    changes$.next(change)
  }
  const emitTransactionCounts: Parameters<typeof createUser>[3] = (user, account, count) => {
    emitChange({ type: 'TransactionsChanged', user, account, ...count })
  }
  const market = createMarket(world)
  const users = createRoster(count, (index, identity) =>
    createUser(world, market, index, emitTransactionCounts, identity),
  )
  const tokens = createTokens(world.seed, tokenLifetime, world.now)
  const owners = new Map<number, UserState>()
  let banks: Source<BankRow> | undefined
  let addedItems = 0
  const addItem: State['addItem'] = (user, plan = {}) => {
    const position = plan.relinked === undefined ? 0 : positionOfItem(plan.relinked.id)
    const item = createItem(world, (count + addedItems++) * 2 + position, { createdAt: world.now(), ...plan })
    user.items.push(item)
    owners.set(item.id, user)
    emitChange({ type: 'ItemCreated', user, item })
    return item
  }
  const removeItem: State['removeItem'] = (user, item, withTombstones = false) => {
    user.items.splice(user.items.indexOf(item), 1)
    for (const { id } of item.bankAccounts) {
      if (withTombstones) {
        user.ledger.deleteAll(id)
        user.portfolio.remove(id)
        user.tombstonedAccounts.add(id)
      }
      user.inaccessibleAccounts.add(id)
    }
    owners.delete(item.id)
    emitChange({ type: 'ItemDeleted', user, item })
  }
  const statusDuring = ({ refresh }: ItemState, trigger: RefreshStart): number => {
    if (!dialect.keepsStatus) return 0
    if (trigger === 'added') return -2
    return trigger === 'edited' ? -3 : itemStatus(refresh, world.now()).status
  }
  const refreshItem: State['refreshItem'] = (user, item, trigger, config) => {
    const now = world.now()
    if (trigger === 'api' && isRefreshing(item.refresh, now)) return
    const { refreshPlan: planned = {} } = item
    const isNew = trigger === 'added'
    const previous = isNew ? undefined : refreshedAt(item.refresh, now)
    const options = config ?? { waiting: dialect.queuedMs, ...planned }
    if (trigger === 'api') item.refreshPlan = undefined
    const started = startRefresh(options, now, item.refresh, previous, statusDuring(item, trigger))
    item.refresh = isNew ? { ...started, previousRefresh: undefined, lastEndedRefresh: undefined } : started
    const givesConsent = trigger === 'added' || trigger === 'edited'
    if (givesConsent && item.refresh.outcome === 'finished') item.consents.push(item.refresh.endsAt)
    emitChange({ type: 'RefreshStarted', user, item, trigger: trigger === 'api' ? 'api' : 'connect' })
  }
  const removeUser: State['removeUser'] = (user) => {
    for (const item of [...user.items]) removeItem(user, item)
    tokens.revoke(user.index)
    users.remove(user)
    emitChange({ type: 'UserDeleted', user })
  }
  return {
    world,
    profile,
    dialect,
    credentials,
    limiter: createLimiter(limits, world.now),
    users,
    maxUsers,
    cursors: createCursors(world.seed),
    tokens,
    item: (id) => {
      const user = owners.get(id) ?? users.at(userOfItem(id))
      const item = user?.items.find((candidate) => candidate.id === id)
      return user === undefined || item === undefined ? undefined : { user, item }
    },
    get banks() {
      return (banks ??= bankSource(world))
    },
    categories: (language) => rowsSource(dialect.categories(language)),
    addItem,
    removeItem,
    relinkItem: (user, item, { keepItem, tombstones }) => {
      const { bankId, accountTypes, bankAccounts } = item
      const newItem = addItem(user, { accountTypes, relinked: item, ...(bankId === null ? {} : { bankId }) })
      for (const [position, { id }] of bankAccounts.entries()) {
        const newAccountId = newItem.bankAccounts[position]?.id ?? id
        user.ledger.moveToAccount(id, newAccountId)
        user.portfolio.move(id, newAccountId)
      }
      if (!keepItem) removeItem(user, item, tombstones)
      refreshItem(user, newItem, 'added', instantRefresh)
      return newItem
    },
    removeUser,
    recreateUser: (user) => {
      const { externalUserId, email, password, items } = user
      const bankIds = items.map(({ bankId }) => bankId)
      removeUser(user)
      const newUser = users.add({ externalUserId, email, password })
      for (const bankId of bankIds) {
        const item = addItem(newUser, bankId === null ? {} : { bankId })
        refreshItem(newUser, item, 'added', instantRefresh)
      }
      return newUser
    },
    refreshItem,
    loadHistory: (user, item) => {
      if (world.newItemTransactions === 0) return
      const { endsAt } = item.refresh
      const accounts = item.bankAccounts.flatMap(({ id, type }) => (type === 'checking' || type === 'card' ? [id] : []))
      if (world.scheduled !== undefined) item.historyAt = endsAt + historyDelay
      user.ledger.load(accounts, endsAt, item.historyAt === undefined ? endsAt : item.historyAt + refreshDuration)
    },
    forms: createBankForms(world.seed),
    overrides: createOverrides(),
    changes$,
  }
}
