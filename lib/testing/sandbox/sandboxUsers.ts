import { roundSum } from './balanceMovements.js'
import { createLife, type Life, selectLife } from './createLife.js'
import { accountPlan, type AccountPlan, accountRow, type AccountType } from './data/accountRows.js'
import { bankIdOf } from './data/bankRows.js'
import { createLedger, type Ledger } from './ledger.js'
import type { LedgerAccounts } from './ledgerAccounts.js'
import { createPortfolio, type Market, type Portfolio } from './portfolio.js'
import {
  hasBeenRead,
  itemStatus,
  pastRefresh,
  type Refresh,
  type RefreshConfig,
  refreshedAt,
  type Schedule,
  type ScheduledItem,
} from './refreshes.js'
import { draw, drawUuid, integerBelow, pick } from './seededRandom.js'
import { isoTime, type World } from './World.js'

/** An account of an item. `origin` is the id from which its balance and IBAN are drawn; default: its own. */
export interface ItemAccount {
  readonly id: number
  readonly name: string
  readonly type: AccountType
  readonly origin?: number
}

/** An item of a user, with its last refresh. */
export interface ItemState extends ScheduledItem {
  readonly bankId: number | null
  /** The accounts that the bank has. */
  readonly bankAccounts: ReadonlyArray<ItemAccount>
  /** The accounts that the service has read: those of the bank, or none before a refresh that can finish. */
  readonly accounts: ReadonlyArray<ItemAccount>
  refresh: Refresh
  /** The options of the next refresh that a client starts. */
  refreshPlan: RefreshConfig | undefined
  readonly createdAt: number
  accountTypes: 'payment' | 'all'
  /** The accounts that a connect session has excluded; they are also in `inaccessibleAccounts`. */
  readonly excludedAccounts: Set<number>
}

/** The settings that items are generated from, with the schedule of refreshes if the service has one. */
export interface ItemWorld extends World {
  readonly scheduled?: Schedule
}

/** The options of a new item: when it is created, at which bank, and with which accounts. */
export interface ItemPlan {
  readonly createdAt?: number
  readonly bankId?: number
  readonly accountTypes?: ItemState['accountTypes']
  /** The accounts of the owner's items; default: those of an item that is connected later. */
  readonly accounts?: AccountPlan
  /** The item that is connected again: the new item gets its accounts under new ids. */
  readonly relinked?: ItemState
}

/** The identities of a user: an id of the application, email and password, or both. */
export interface Identity {
  readonly externalUserId: string | null
  readonly email: string | null
  readonly password: string | null
}

/** A user with the user's resources. */
export interface UserState extends Identity {
  readonly index: number
  readonly uuid: string
  password: string | null
  readonly items: Array<ItemState>
  /** The accounts that were deleted with their items, and those without access to their data. */
  readonly inaccessibleAccounts: Set<number>
  /** The deleted accounts whose transactions and stocks are still shown as deleted. */
  readonly tombstonedAccounts: Set<number>
  /** The user's life; `undefined` if the transactions are unrelated. */
  readonly life: Life | undefined
  readonly ledger: Ledger
  readonly portfolio: Portfolio
}

const names = ['camille', 'louis', 'chloe', 'hugo', 'manon', 'jules', 'alice', 'oscar', 'emma', 'noah', 'lina', 'tom']
const day = 24 * 60 * 60 * 1000
const firstItem = 187_000
const firstAccount = 2_341_000

/**
 * The number of an item's user, computed from the item's id. Valid only for the items that a user starts with.
 */
export const userOfItem = (id: number): number => Math.floor((id - firstItem) / 2)

/** The position of an item among the two of a user: 0 or 1. It determines the item's accounts. */
export const positionOfItem = (id: number): number => (id - firstItem) % 2

/**
 * Creates the item with a number. Each user starts with two items, numbered in the order of the users; later items have
 * higher numbers.
 */
export const createItem = (world: ItemWorld, number: number, plan: ItemPlan = {}): ItemState => {
  const { seed, sandboxStartMs, banks } = world
  const itemSeed = draw(draw(seed, 0x17e3), number)
  const isFirst = number % 2 === 0
  const {
    accountTypes = 'all',
    accounts: planned = accountPlan,
    createdAt = sandboxStartMs - day * (20 + integerBelow(draw(itemSeed, 3), 130)),
  } = plan
  const firstId = firstAccount + number * 8
  const plannedAccounts = planned[isFirst ? 0 : 1].map(([name, type], position) => ({
    id: firstId + position,
    name,
    type,
  }))
  const bankAccounts =
    plan.relinked?.bankAccounts.map((account, position) => ({
      ...account,
      id: firstId + position,
      origin: account.origin ?? account.id,
    })) ?? plannedAccounts.filter(({ type }) => accountTypes === 'all' || type === 'checking' || type === 'card')
  let isConnected = plan.createdAt === undefined
  let refresh = pastRefresh(sandboxStartMs - 1 - integerBelow(draw(itemSeed, 1), day / 4))
  const item: ItemState = {
    id: firstItem + number,
    bankId:
      plan.bankId ??
      (isFirst ? world.demoBank : undefined) ??
      (banks === 0 ? null : bankIdOf(world, integerBelow(draw(itemSeed, 2), banks))),
    bankAccounts,
    get accounts() {
      return hasBeenRead(item.refresh) ? bankAccounts : []
    },
    get refresh() {
      if (isConnected) refresh = world.scheduled?.(refresh, item, world.now()) ?? refresh
      return refresh
    },
    set refresh(next) {
      refresh = next
      isConnected = true
    },
    refreshPlan: undefined,
    createdAt,
    consents: isConnected ? [createdAt + 60_000] : [],
    accountTypes,
    excludedAccounts: new Set(),
  }
  return item
}

const drawIdentity = (userSeed: number, index: number): Identity => ({
  externalUserId: index === 0 ? 'A6J' : `${draw(userSeed, 1).toString(36).toUpperCase()}${String(index)}`,
  email: `${pick(draw(userSeed, 2), names)}.${String(index + 1)}@mail.invalid`,
  password: `pass-${draw(userSeed, 3).toString(36)}`,
})

const idsOf = (items: ReadonlyArray<ItemState>, ...types: ReadonlyArray<AccountType>): ReadonlyArray<number> =>
  items.flatMap(({ accounts }) => accounts.flatMap(({ id, type }) => (types.includes(type) ? [id] : [])))

/**
 * Creates the user with a number from 0; the user's resources are generated on demand. The external id of the first user is
 * `A6J`. A user with an `identity` has no resources at first.
 */
export const createUser = (
  world: ItemWorld,
  market: Market,
  index: number,
  reportCounts: (user: UserState, ...change: Parameters<LedgerAccounts['report']>) => void,
  identity?: Identity,
): UserState => {
  const userSeed = draw(draw(world.seed, 0x05e2), index)
  const hasLife = world.transactions === undefined
  const accounts = hasLife ? selectLife(index).accounts : accountPlan
  const items =
    identity === undefined ? [0, 1].map((position) => createItem(world, index * 2 + position, { accounts })) : []
  const userWorld = identity === undefined ? world : { ...world, transactions: 0, stocks: 0 }
  const accountIds = items.flatMap(({ bankAccounts }) => bankAccounts.map(({ id }) => id))
  const inaccessibleAccounts = new Set(world.disablesLastAccount === true ? accountIds.slice(-1) : [])
  const tombstonedAccounts = new Set<number>()
  const spending = idsOf(items, 'checking', 'card')
  const open = (): ReadonlyArray<number> => {
    if (spending.length > 0 && inaccessibleAccounts.size === 0) return spending
    const isAccessible = (id: number): boolean => !inaccessibleAccounts.has(id)
    const openSpending = spending.filter(isAccessible)
    return openSpending.length > 0 ? openSpending : idsOf(items, 'checking', 'card').filter(isAccessible)
  }
  const [brokerage] = idsOf(items, 'brokerage')
  let life: Life | undefined
  let ledger: Ledger | undefined
  let portfolio: Portfolio | undefined
  const user: UserState = {
    index,
    uuid: drawUuid(userSeed),
    ...(identity ?? drawIdentity(userSeed, index)),
    items,
    inaccessibleAccounts,
    tombstonedAccounts,
    get life() {
      return hasLife ? (life ??= createLife(world, index, accountIds)) : undefined
    },
    get ledger() {
      const history = hasLife ? accountIds : spending
      const ledgerAccounts = { history, open, inaccessibleAccounts, tombstonedAccounts, report }
      return (ledger ??= createLedger(userWorld, index, ledgerAccounts, user.life))
    },
    get portfolio() {
      return (portfolio ??= createPortfolio(userWorld, market, index, brokerage ?? firstAccount, {
        inaccessibleAccounts,
        tombstonedAccounts,
      }))
    },
  }
  const report: LedgerAccounts['report'] = (account, count) => {
    reportCounts(user, account, count)
  }
  return user
}

/** The row of an item. */
export const itemRow = ({ id, bankId: bank, refresh }: ItemState, now: number) => ({
  id,
  ...itemStatus(refresh, now),
  bank_id: bank,
})

/** The response of {@link itemRow}. */
export type ItemRow = ReturnType<typeof itemRow>

/**
 * The rows of an item's accounts. A balance includes the value of the stocks at the end of the last refresh, and every
 * transaction that was booked, changed or deleted since the sandbox was created. So a balance minus the sum of the
 * account's booked transactions never changes. `updated_at` is the time of the last of these changes.
 */
export const accountRows = (
  { life, portfolio, ledger }: Pick<UserState, 'life' | 'portfolio' | 'ledger'>,
  { id: item, bankId: bank, accounts, refresh }: ItemState,
  world: World,
) => {
  const now = world.now()
  const at = refreshedAt(refresh, now) ?? refresh.beginsAt
  return accounts.map(({ id, name, type, origin = id }) => {
    const accountSeed = draw(draw(world.seed, 0xacc0), origin)
    const row = accountRow(accountSeed, id, name, type, world.sandboxStartMs, portfolio.valueAt(id, at))
    const movement = ledger.movementOf(id)
    const moved = movement?.sum ?? 0
    return {
      ...row,
      balance: roundSum(row.balance + moved),
      ...life?.account(origin, moved),
      ...itemStatus(refresh, now),
      updated_at: isoTime(Math.max(at, movement?.at ?? at)),
      item_id: item,
      bank_id: bank,
    }
  })
}

/** An element of {@link accountRows}. */
export type AccountRow = ReturnType<typeof accountRows>[number]
