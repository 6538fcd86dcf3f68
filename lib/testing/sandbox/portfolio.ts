import {
  euros,
  generationSize,
  lastPriceChange,
  type Listing,
  locateStock,
  priceAfter,
  shareAt,
  stockId,
  type StockRow,
  stockRow,
} from './data/stockRows.js'
import type { LedgerAccounts } from './ledgerAccounts.js'
import { draw, integerBelow } from './seededRandom.js'
import { isoTime, roundToCents, type SortKey, type Source, sourceOf, type World } from './World.js'

/** The price of a share, and when it became valid. */
interface Quote {
  readonly price: number
  readonly at: number
}

/** The shares of a sandbox by number, with their prices. A price is the same for all users. */
export interface Market {
  readonly listing: (share: number) => Listing
  /** The shares of a user, each once, in the order of the user's stocks. */
  readonly sharesOf: (user: number) => ReadonlyArray<number>
  /** The price of a share now, or at a moment. */
  readonly quote: (share: number, at?: number) => Quote
  /** Sets the price of a share from a moment on, until the next price change of the market. */
  readonly change: (share: number, quote: Quote) => void
}

/** The minimum number of shares. It is small, so that most users have some shares in common. */
const minShares = 64

/**
 * Creates a market whose prices are computed from the sandbox's time. Only prices that were set by a test are stored.
 */
export const createMarket = ({ seed, stocks, sandboxStartMs, now }: World): Market => {
  const shareSeed = (share: number): number => draw(draw(seed, 0x5a4e), share)
  const listings = new Map<number, Listing>()
  const createListing = (share: number): Listing => {
    const listing = {
      ...shareAt(share),
      openingPrice: priceAfter(shareSeed(share), lastPriceChange(shareSeed(share), sandboxStartMs).number),
    }
    listings.set(share, listing)
    return listing
  }
  const testQuotes = new Map<number, Quote>()
  /**
   * The number of shares, a power of two. The numbers of a user's shares are a fixed odd number apart, so no share is
   * repeated before all others are used.
   */
  const size = 2 ** Math.ceil(Math.log2(Math.max(minShares, stocks)))
  return {
    listing: (share) => listings.get(share) ?? createListing(share),
    sharesOf: (user) => {
      const userSeed = draw(draw(seed, 0xde90), user)
      const step = integerBelow(userSeed, size / 2) * 2 + 1
      const start = integerBelow(draw(userSeed, 1), size)
      return Array.from({ length: stocks }, (_, index) => (start + index * step) % size)
    },
    quote: (share, at = Infinity) => {
      const lastChange = lastPriceChange(shareSeed(share), Math.min(at, now()))
      const change = testQuotes.get(share)
      if (change !== undefined && change.at <= at && change.at >= lastChange.at) return change
      return { price: priceAfter(shareSeed(share), lastChange.number), at: lastChange.at }
    },
    change: (share, quote) => {
      testQuotes.set(share, quote)
    },
  }
}

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
  /** All stocks, the last purchase first. */
  readonly list: () => Source<StockRow>
  /** The stocks that changed at or after a moment, the last change first. */
  readonly updated: (since: number) => Source<StockRow>
  readonly row: (id: number) => StockRow
  readonly change: (id: number, changes: StockChanges) => void
  /** Deletes the stocks in an account that is deleted. */
  readonly remove: (account: number) => void
  /** Moves the stocks of an account to another one, under new ids; the old ones are deleted. */
  readonly move: (from: number, to: number) => void
  /** The value in euros of the stocks in an account at a moment. */
  readonly valueAt: (account: number, at: number) => number
}

interface StoredChange {
  readonly quantity?: number
  /** When `quantity` became valid. */
  readonly since: number
  readonly at: number
}

/** The stocks of one user, computed from the prices of the market; only changes by a test are stored. */
export const createPortfolio = (
  world: World,
  market: Market,
  user: number,
  firstAccountId: number,
  { inaccessibleAccounts, tombstonedAccounts }: Pick<LedgerAccounts, 'inaccessibleAccounts' | 'tombstonedAccounts'>,
): Portfolio => {
  const { seed, stocks, sandboxStartMs } = world
  const stockSeed = draw(seed, 0x570c)
  const storedChanges = new Map<number, StoredChange>()
  const shares = market.sharesOf(user)
  const idsIn = (generation: number): ReadonlyArray<number> =>
    Array.from({ length: stocks }, (_, index) =>
      stockId(stockSeed, user * stocks + index + generation * generationSize),
    )
  let accountId = firstAccountId
  let currentIds = idsIn(0)
  /** The previous positions of the stocks by id: the account, and when the stock left it. */
  const closedPositions = new Map<number, { readonly accountId: number; readonly at: number }>()
  let generation = 0
  const ids = (): ReadonlyArray<number> => (inaccessibleAccounts.has(accountId) ? [] : currentIds)
  const closePositions = (): void => {
    for (const id of currentIds) closedPositions.set(id, { accountId, at: world.now() })
  }
  const tombstoneIds = (): ReadonlyArray<number> =>
    Array.from(closedPositions).flatMap(([id, { accountId: account }]) => (tombstonedAccounts.has(account) ? [id] : []))
  const shareOf = (id: number): number => shares[locateStock(id) % stocks] ?? 0

  const changedAt = (id: number): number =>
    Math.max(market.quote(shareOf(id)).at, storedChanges.get(locateStock(id))?.at ?? -Infinity)

  const rowAt = (id: number, at = Infinity): StockRow => {
    const share = shareOf(id)
    const { price } = market.quote(share, at)
    const seedOfStock = draw(stockSeed, locateStock(id))
    const fixedFields = stockRow(seedOfStock, id, sandboxStartMs, accountId, market.listing(share))
    const storedChange = storedChanges.get(locateStock(id))
    const quantity =
      storedChange !== undefined && storedChange.since <= at
        ? (storedChange.quantity ?? fixedFields.quantity)
        : fixedFields.quantity
    const total_value = roundToCents(price * quantity)
    return { ...fixedFields, quantity, current_price: price, total_value, updated_at: isoTime(changedAt(id)) }
  }

  const rowIn = ({ id }: SortKey): StockRow => {
    const closedPosition = closedPositions.get(id)
    const row = rowAt(id)
    return closedPosition === undefined
      ? row
      : { ...row, account_id: closedPosition.accountId, is_deleted: true, updated_at: isoTime(closedPosition.at) }
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
        [...ids(), ...tombstoneIds()]
          .map((id) => ({ rank: closedPositions.get(id)?.at ?? changedAt(id), id }))
          .filter(({ rank }) => rank >= since),
        rowIn,
      ),
    remove: (account) => {
      if (account === accountId) closePositions()
    },
    move: (from, to) => {
      if (from !== accountId) return
      closePositions()
      accountId = to
      currentIds = idsIn(++generation)
      for (const id of currentIds) {
        const before = storedChanges.get(locateStock(id))
        storedChanges.set(locateStock(id), { ...before, since: before?.since ?? world.now(), at: world.now() })
      }
    },
    change: (id, { current_price: price, ...changes }) => {
      const at = Math.max(world.now(), changedAt(id) + 1)
      const before = storedChanges.get(locateStock(id))
      const since = changes.quantity === undefined ? (before?.since ?? at) : at
      storedChanges.set(locateStock(id), { ...before, ...changes, since, at })
      if (price !== undefined) market.change(shareOf(id), { price, at })
    },
    valueAt: (account, at) =>
      account === accountId
        ? ids().reduce((sum, id) => {
            const { total_value, currency_code } = rowAt(id, at)
            return sum + total_value * euros[currency_code]
          }, 0)
        : 0,
  }
}
