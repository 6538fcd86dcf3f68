import { euros } from './data/shares.js'
import { generationSize, locateStock, stockId, type StockRow, stockRow } from './data/stockRows.js'
import type { Bookings } from './ledgerAccounts.js'
import type { Market } from './market.js'
import { draw } from './seededRandom.js'
import { type SortKey, type Source, sourceOf } from './Source.js'
import { cents, isoTime, type World } from './World.js'

/**
 * The changes that a test may make to a stock. A price changes for all users who have the share, a quantity for one
 * user.
 */
export interface StockChanges {
  readonly current_price?: number
  readonly quantity?: number
}

/** One user's stocks. */
export interface Portfolio {
  readonly ids: ReadonlyArray<number>
  /** All stocks, beginning with those that were bought last. */
  readonly list: () => Source<StockRow>
  /** The stocks that changed at or after a moment, the last change first. */
  readonly updated: (since: number) => Source<StockRow>
  readonly row: (id: number) => StockRow
  readonly change: (id: number, changes: StockChanges) => void
  /** Called when an account is deleted: the stocks in it are deleted from then on. */
  readonly remove: (account: number) => void
  /** Moves the stocks of an account to another one, under new ids; the old ones are deleted. */
  readonly move: (from: number, to: number) => void
  /** The value in euros of the stocks in an account at a moment. */
  readonly worth: (account: number, at: number) => number
}

interface Trade {
  readonly quantity?: number
  /** The moment since which `quantity` is valid. */
  readonly since: number
  readonly at: number
}

/** The stocks of one user, computed from the prices of the market; only changes by a test are stored. */
export const createPortfolio = (
  world: World,
  market: Market,
  user: number,
  firstAccountId: number,
  { closed, traced }: Pick<Bookings, 'closed' | 'traced'>,
): Portfolio => {
  const { seed, stocks, anchor } = world
  const stockSeed = draw(seed, 0x570c)
  const trades = new Map<number, Trade>()
  const shares = market.sharesOf(user)
  const idsIn = (generation: number): ReadonlyArray<number> =>
    Array.from({ length: stocks }, (_, index) =>
      stockId(stockSeed, user * stocks + index + generation * generationSize),
    )
  let accountId = firstAccountId
  let bought = idsIn(0)
  /** The accounts that the stocks were in before, and when they left them, by the ids that they had there. */
  const former = new Map<number, { readonly accountId: number; readonly at: number }>()
  let generation = 0
  const ids = (): ReadonlyArray<number> => (closed.has(accountId) ? [] : bought)
  const trace = (): void => {
    for (const id of bought) former.set(id, { accountId, at: world.now() })
  }
  const traces = (): ReadonlyArray<number> =>
    Array.from(former).flatMap(([id, { accountId: account }]) => (traced.has(account) ? [id] : []))
  const shareOf = (id: number): number => shares[locateStock(id) % stocks] ?? 0

  const movedAt = (id: number): number =>
    Math.max(market.quote(shareOf(id)).at, trades.get(locateStock(id))?.at ?? -Infinity)

  const rowAt = (id: number, at = Infinity): StockRow => {
    const share = shareOf(id)
    const { price } = market.quote(share, at)
    const own = draw(stockSeed, locateStock(id))
    const fixed = stockRow(own, id, anchor, accountId, market.listing(share))
    const trade = trades.get(locateStock(id))
    const quantity = trade !== undefined && trade.since <= at ? (trade.quantity ?? fixed.quantity) : fixed.quantity
    const total_value = cents(price * quantity)
    return { ...fixed, quantity, current_price: price, total_value, updated_at: isoTime(movedAt(id)) }
  }

  const rowIn = ({ id }: SortKey): StockRow => {
    const left = former.get(id)
    const row = rowAt(id)
    return left === undefined
      ? row
      : { ...row, account_id: left.accountId, is_deleted: true, updated_at: isoTime(left.at) }
  }

  return {
    get ids() {
      return ids()
    },
    row: (id) => rowAt(id),
    list: () =>
      sourceOf(
        ids().map((id) => ({ rank: 0, id })),
        rowIn,
      ),
    updated: (since) =>
      sourceOf(
        [...ids(), ...traces()]
          .map((id) => ({ rank: former.get(id)?.at ?? movedAt(id), id }))
          .filter(({ rank }) => rank >= since),
        rowIn,
      ),
    remove: (account) => {
      if (account === accountId) trace()
    },
    move: (from, to) => {
      if (from !== accountId) return
      trace()
      accountId = to
      bought = idsIn(++generation)
      for (const id of bought) {
        const before = trades.get(locateStock(id))
        trades.set(locateStock(id), { ...before, since: before?.since ?? world.now(), at: world.now() })
      }
    },
    change: (id, { current_price: price, ...changes }) => {
      const at = Math.max(world.now(), movedAt(id) + 1)
      const before = trades.get(locateStock(id))
      const since = changes.quantity === undefined ? (before?.since ?? at) : at
      trades.set(locateStock(id), { ...before, ...changes, since, at })
      if (price !== undefined) market.change(shareOf(id), { price, at })
    },
    worth: (account, at) =>
      account === accountId
        ? ids().reduce((sum, id) => {
            const { total_value, currency_code } = rowAt(id, at)
            return sum + total_value * euros[currency_code]
          }, 0)
        : 0,
  }
}
