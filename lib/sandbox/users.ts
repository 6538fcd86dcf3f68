import { accountPlan, accountRow, type AccountType } from './data/accounts.js'
import { bankId } from './data/banks.js'
import { createLedger, type Ledger } from './ledger.js'
import { createPortfolio, type Portfolio } from './portfolio.js'
import { below, draw, drawUuid, pick } from './random.js'
import { itemStatus, type Refresh, refreshedAt } from './refreshes.js'
import { isoTime, type World } from './World.js'

/** An item of a user, with the refresh that it went through last. */
export interface ItemState {
  readonly id: number
  readonly bankId: number | null
  readonly accounts: ReadonlyArray<{ readonly id: number; readonly name: string; readonly type: AccountType }>
  refresh: Refresh
}

/** A user, with all that is theirs. */
export interface UserState {
  readonly index: number
  readonly uuid: string
  readonly externalUserId: string
  readonly email: string
  password: string
  readonly items: Array<ItemState>
  readonly ledger: Ledger
  readonly portfolio: Portfolio
}

const names = ['camille', 'louis', 'chloe', 'hugo', 'manon', 'jules', 'alice', 'oscar', 'emma', 'noah', 'lina', 'tom']
const firstItem = 187_000
const firstAccount = 2_341_000

/** The number of the user who would have the item with an id. */
export const userOfItem = (id: number): number => Math.floor((id - firstItem) / 2)

/** Makes the item with a number among those of all users: users have two each, more can be made beyond them. */
export const createItem = ({ seed, anchor, banks }: World, number: number): ItemState => {
  const own = draw(draw(seed, 0x17e3), number)
  const last = anchor - 1 - below(draw(own, 1), 6 * 60 * 60 * 1000)
  const plan = accountPlan[number % 2 === 0 ? 0 : 1]
  return {
    id: firstItem + number,
    bankId: banks === 0 ? null : bankId(seed, below(draw(own, 2), banks)),
    accounts: plan.map(([name, type], place) => ({ id: firstAccount + number * 8 + place, name, type })),
    refresh: { outcome: 'finished', retrievesAt: last, endsAt: last, previous: last },
  }
}

/** Makes the user with a number, from 0; what is theirs is made when it is asked for. The first is known as `A6J`. */
export const createUser = (world: World, index: number): UserState => {
  const own = draw(draw(world.seed, 0x05e2), index)
  const items = [createItem(world, index * 2), createItem(world, index * 2 + 1)]
  const idsOf = (...types: ReadonlyArray<AccountType>): ReadonlyArray<number> =>
    items.flatMap(({ accounts }) => accounts.flatMap(({ id, type }) => (types.includes(type) ? [id] : [])))
  let ledger: Ledger | undefined
  let portfolio: Portfolio | undefined
  return {
    index,
    uuid: drawUuid(own),
    externalUserId: index === 0 ? 'A6J' : `${draw(own, 1).toString(36).toUpperCase()}${String(index)}`,
    email: `${pick(draw(own, 2), names)}.${String(index + 1)}@mail.invalid`,
    password: `pass-${draw(own, 3).toString(36)}`,
    items,
    get ledger() {
      return (ledger ??= createLedger(world, index, idsOf('checking', 'card')))
    },
    get portfolio() {
      return (portfolio ??= createPortfolio(world, index, idsOf('brokerage')[0] ?? firstAccount))
    },
  }
}

/** The row of an item. */
export const itemRow = ({ id, bankId: bank, refresh }: ItemState, now: number): object => ({
  id,
  ...itemStatus(refresh, now),
  bank_id: bank,
})

/** The rows of an item's accounts, by id. */
export const accountRows = ({ id: item, bankId: bank, accounts, refresh }: ItemState, world: World) => {
  const now = world.now()
  return accounts.map(({ id, name, type }) => ({
    id,
    row: {
      ...accountRow(draw(draw(world.seed, 0xacc0), id), id, name, type, world.anchor),
      ...itemStatus(refresh, now),
      updated_at: isoTime(refreshedAt(refresh, now)),
      item_id: item,
      bank_id: bank,
    },
  }))
}
