import { lastMove, locateStock, priceAfter, stockId, type StockRow, stockRow } from './data/stocks.js'
import { draw } from './random.js'
import { type Place, type Source, sourceOf } from './Source.js'
import { cents, isoTime, type World } from './World.js'

/** What a test may change in a stock. */
export interface StockChanges {
  readonly current_price?: number
  readonly quantity?: number
}

/** One user's stocks. */
export interface Portfolio {
  readonly ids: ReadonlyArray<number>
  /** All of them, those bought last first. */
  readonly list: () => Source<StockRow>
  /** Those that moved at or after a moment, the last move first. */
  readonly updated: (since: number) => Source<StockRow>
  readonly row: (id: number) => StockRow
  readonly change: (id: number, changes: StockChanges) => void
}

interface Override extends StockChanges {
  readonly at: number
}

/** The stocks of one user: their prices follow from the sandbox's time, each at its own pace; only changes are held. */
export const createPortfolio = (
  world: World,
  user: number,
  accountId: number,
  closed: ReadonlySet<number>,
): Portfolio => {
  const { seed, stocks } = world
  const stockSeed = draw(seed, 0x570c)
  const overrides = new Map<number, Override>()
  const bought = Array.from({ length: stocks }, (_, index) => stockId(stockSeed, user * stocks + index))
  const ids = (): ReadonlyArray<number> => (closed.has(accountId) ? [] : bought)
  const own = (id: number): number => draw(stockSeed, locateStock(id))

  const state = (id: number) => {
    const market = lastMove(own(id), world.now())
    const held = overrides.get(id)
    return { market, held, at: Math.max(market.at, held?.at ?? -Infinity) }
  }

  const row = (id: number) => {
    const { market, held, at } = state(id)
    const fixed = stockRow(own(id), id, world.anchor, accountId)
    const marketPrice = priceAfter(own(id), market.move)
    const price = held === undefined || market.at > held.at ? marketPrice : (held.current_price ?? marketPrice)
    const quantity = held?.quantity ?? fixed.quantity
    return { ...fixed, quantity, current_price: price, total_value: cents(price * quantity), updated_at: isoTime(at) }
  }

  const rowAt = ({ id }: Place): StockRow => row(id)

  return {
    get ids() {
      return ids()
    },
    row,
    list: () =>
      sourceOf(
        ids().map((id) => ({ rank: 0, id })),
        rowAt,
      ),
    updated: (since) =>
      sourceOf(
        ids()
          .map((id) => ({ rank: state(id).at, id }))
          .filter(({ rank }) => rank >= since),
        rowAt,
      ),
    change: (id, changes) => {
      const { market, held, at } = state(id)
      const { current_price, ...lasting } = held ?? {}
      const holds = current_price !== undefined && market.at < at ? { current_price } : {}
      overrides.set(id, { ...lasting, ...holds, ...changes, at: Math.max(world.now(), at + 1) })
    },
  }
}
