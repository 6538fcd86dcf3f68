import { exact } from './balanceMovements.js'
import { accountPlan, accountRow, type AccountType } from './data/accountRows.js'
import { bankIdOf } from './data/bankRows.js'
import { createLedger, type Ledger } from './ledger.js'
import type { Bookings } from './ledgerAccounts.js'
import type { Market } from './market.js'
import { createPortfolio, type Portfolio } from './portfolio.js'
import {
  itemStatus,
  pastRefresh,
  type Refresh,
  type RefreshConfig,
  refreshedAt,
  type Schedule,
  type Scheduled,
} from './refreshes.js'
import { below, draw, drawUuid, pick } from './seededRandom.js'
import { isoTime, type World } from './World.js'

/** An account of an item. `origin` is the id from which its balance and IBAN are drawn; default: its own. */
export interface ItemAccount {
  readonly id: number
  readonly name: string
  readonly type: AccountType
  readonly origin?: number
}

/** An item of a user, with its last refresh. */
export interface ItemState extends Scheduled {
  readonly bankId: number | null
  readonly accounts: ReadonlyArray<ItemAccount>
  refresh: Refresh
  /** The options of the next refresh that a client starts. */
  planned: RefreshConfig | undefined
  readonly createdAt: number
  accountTypes: 'payment' | 'all'
  /** The accounts to whose data a connect session has taken the access; they are `closed`. */
  readonly unshared: Set<number>
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
  /** An item whose accounts this one has again, under other ids. */
  readonly again?: ItemState
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
  readonly closed: Set<number>
  /** Those of the deleted accounts whose transactions and stocks are still shown as deleted. */
  readonly traced: Set<number>
  readonly ledger: Ledger
  readonly portfolio: Portfolio
}

const names = ['camille', 'louis', 'chloe', 'hugo', 'manon', 'jules', 'alice', 'oscar', 'emma', 'noah', 'lina', 'tom']
const day = 24 * 60 * 60 * 1000
const firstItem = 187_000
const firstAccount = 2_341_000

/**
 * The number of the user of an item, computed from the item's id. It applies to the items that users have from the
 * beginning.
 */
export const userOfItem = (id: number): number => Math.floor((id - firstItem) / 2)

/** The place of an item among the two of a user, which determines its accounts: 0 or 1. */
export const placeOfItem = (id: number): number => (id - firstItem) % 2

/**
 * Creates the item with a number. Each user has two items from the beginning, numbered in the order of the users; items
 * that are added later have higher numbers.
 */
export const createItem = (world: ItemWorld, number: number, plan: ItemPlan = {}): ItemState => {
  const { seed, anchor, banks } = world
  const own = draw(draw(seed, 0x17e3), number)
  const isFirst = number % 2 === 0
  const { accountTypes = 'all', createdAt = anchor - day * (20 + below(draw(own, 3), 130)) } = plan
  const firstId = firstAccount + number * 8
  const planned = accountPlan[isFirst ? 0 : 1].map(([name, type], place) => ({ id: firstId + place, name, type }))
  const accounts =
    plan.again?.accounts.map((account, place) => ({
      ...account,
      id: firstId + place,
      origin: account.origin ?? account.id,
    })) ?? planned.filter(({ type }) => accountTypes === 'all' || type === 'checking' || type === 'card')
  let isConnected = plan.createdAt === undefined
  let refresh = pastRefresh(anchor - 1 - below(draw(own, 1), day / 4))
  const item: ItemState = {
    id: firstItem + number,
    bankId:
      plan.bankId ??
      (isFirst ? world.demoBank : undefined) ??
      (banks === 0 ? null : bankIdOf(world, below(draw(own, 2), banks))),
    accounts,
    get refresh() {
      if (isConnected) refresh = world.scheduled?.(refresh, item, world.now()) ?? refresh
      return refresh
    },
    set refresh(next) {
      refresh = next
      isConnected = true
    },
    planned: undefined,
    createdAt,
    consents: isConnected ? [createdAt + 60_000] : [],
    accountTypes,
    unshared: new Set(),
  }
  return item
}

const drawIdentity = (own: number, index: number): Identity => ({
  externalUserId: index === 0 ? 'A6J' : `${draw(own, 1).toString(36).toUpperCase()}${String(index)}`,
  email: `${pick(draw(own, 2), names)}.${String(index + 1)}@mail.invalid`,
  password: `pass-${draw(own, 3).toString(36)}`,
})

const idsOf = (items: ReadonlyArray<ItemState>, ...types: ReadonlyArray<AccountType>): ReadonlyArray<number> =>
  items.flatMap(({ accounts }) => accounts.flatMap(({ id, type }) => (types.includes(type) ? [id] : [])))

/**
 * Creates the user with a number from 0; the user's resources are generated when they are needed. The external id of
 * the first is `A6J`. A user who is created with an `identity` has no resources at first.
 */
export const createUser = (
  world: ItemWorld,
  market: Market,
  index: number,
  tell: (user: UserState, ...change: Parameters<Bookings['tell']>) => void,
  identity?: Identity,
): UserState => {
  const own = draw(draw(world.seed, 0x05e2), index)
  const items = identity === undefined ? [createItem(world, index * 2), createItem(world, index * 2 + 1)] : []
  const theirs = identity === undefined ? world : { ...world, transactions: 0, stocks: 0 }
  const disabled = items.flatMap(({ accounts }) => accounts.filter(({ name }) => name === world.disabledAccount))
  const closed = new Set(disabled.map(({ id }) => id))
  const traced = new Set<number>()
  const history = idsOf(items, 'checking', 'card')
  const open = (): ReadonlyArray<number> => {
    if (history.length > 0 && closed.size === 0) return history
    const isOpen = (id: number): boolean => !closed.has(id)
    const kept = history.filter(isOpen)
    return kept.length > 0 ? kept : idsOf(items, 'checking', 'card').filter(isOpen)
  }
  const [brokerage] = idsOf(items, 'brokerage')
  let ledger: Ledger | undefined
  let portfolio: Portfolio | undefined
  const user: UserState = {
    index,
    uuid: drawUuid(own),
    ...(identity ?? drawIdentity(own, index)),
    items,
    closed,
    traced,
    get ledger() {
      return (ledger ??= createLedger(theirs, index, { history, open, closed, traced, tell: tellOf }))
    },
    get portfolio() {
      return (portfolio ??= createPortfolio(theirs, market, index, brokerage ?? firstAccount, { closed, traced }))
    },
  }
  const tellOf: Bookings['tell'] = (account, count) => {
    tell(user, account, count)
  }
  return user
}

/** The row of an item. */
export const itemRow = ({ id, bankId: bank, refresh }: ItemState, now: number) => ({
  id,
  ...itemStatus(refresh, now),
  bank_id: bank,
})

/** The answer of {@link itemRow}. */
export type ItemRow = ReturnType<typeof itemRow>

/**
 * The rows of an item's accounts. Balances include the value that the stocks had at the end of the last refresh, and all
 * transactions that were booked, changed or deleted since the sandbox was created, at once: so a balance less the sum
 * of the account's booked transactions is always the same. `updated_at` is that of the last of these changes.
 */
export const accountRows = (
  { portfolio, ledger }: Pick<UserState, 'portfolio' | 'ledger'>,
  { id: item, bankId: bank, accounts, refresh }: ItemState,
  world: World,
) => {
  const now = world.now()
  const at = refreshedAt(refresh, now) ?? refresh.beginsAt
  return accounts.map(({ id, name, type, origin = id }) => {
    const own = draw(draw(world.seed, 0xacc0), origin)
    const row = accountRow(own, id, name, type, world.anchor, portfolio.worth(id, at))
    const moved = ledger.moved(id)
    return {
      ...row,
      balance: exact(row.balance + (moved?.sum ?? 0)),
      ...itemStatus(refresh, now),
      updated_at: isoTime(Math.max(at, moved?.at ?? at)),
      item_id: item,
      bank_id: bank,
    }
  })
}

/** An element of {@link accountRows}. */
export type AccountRow = ReturnType<typeof accountRows>[number]
