import { lastMove, priceAfter, shareAt } from './data/shares.js'
import type { Listing } from './data/stocks.js'
import { below, draw } from './random.js'
import type { World } from './World.js'

/** What a share costs, and since when. */
export interface Quote {
  readonly price: number
  readonly at: number
}

/** The shares of a sandbox, by number, and what they cost: one price at a time, for all who hold one. */
export interface Market {
  readonly listing: (share: number) => Listing
  /** The shares of a user, each once, in the order of the user's stocks. */
  readonly held: (user: number) => ReadonlyArray<number>
  /** What a share costs now, or did at a moment. */
  readonly quote: (share: number, at?: number) => Quote
  /** Changes what a share costs from a moment on, until its price moves again. */
  readonly change: (share: number, quote: Quote) => void
}

/** How many shares there are at least: so few that most users hold some of the same. */
const fewest = 64

/** A market of shares whose prices follow from the sandbox's time; only changes are held. */
export const createMarket = ({ seed, stocks, anchor, now }: World): Market => {
  const own = (share: number): number => draw(draw(seed, 0x5a4e), share)
  const listings = new Map<number, Listing>()
  const list = (share: number): Listing => {
    const listing = { ...shareAt(share), opening: priceAfter(own(share), lastMove(own(share), anchor).move) }
    listings.set(share, listing)
    return listing
  }
  const changed = new Map<number, Quote>()
  /** A power of two, so that every odd step through the shares meets each once. */
  const size = 2 ** Math.ceil(Math.log2(Math.max(fewest, stocks)))
  return {
    listing: (share) => listings.get(share) ?? list(share),
    held: (user) => {
      const drawn = draw(draw(seed, 0xde90), user)
      const step = below(drawn, size / 2) * 2 + 1
      const start = below(draw(drawn, 1), size)
      return Array.from({ length: stocks }, (_, index) => (start + index * step) % size)
    },
    quote: (share, at = Infinity) => {
      const moved = lastMove(own(share), Math.min(at, now()))
      const change = changed.get(share)
      if (change !== undefined && change.at <= at && change.at >= moved.at) return change
      return { price: priceAfter(own(share), moved.move), at: moved.at }
    },
    change: (share, quote) => {
      changed.set(share, quote)
    },
  }
}
