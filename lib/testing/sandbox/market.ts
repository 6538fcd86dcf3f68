import { lastPriceChange, priceAfter, shareAt } from './data/shares.js'
import type { Listing } from './data/stockRows.js'
import { draw, integerBelow } from './seededRandom.js'
import type { World } from './World.js'

/** The price of a share, and when it became valid. */
export interface Quote {
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
