import type { Stock } from 'rxbank'

/** A stock, and the prices that were seen of it, the oldest first. */
export interface Position {
  readonly stock: Stock
  readonly prices: ReadonlyArray<number>
}

/** Positions by the id of the stock. */
export type Positions = ReadonlyMap<number, Position>

const remembered = 60

const withStock = (known: Position | undefined, stock: Stock): Position => {
  if (known?.stock === stock) return known
  const seen = known?.prices ?? []
  const price = stock.current_price
  return { stock, prices: typeof price === 'number' ? [...seen, price].slice(-remembered) : seen }
}

/** The positions as the stocks are now; those that did not change are the same objects. */
export const withStocks = (positions: Positions, stocks: ReadonlyMap<number, Stock>): Positions =>
  new Map(Array.from(stocks, ([id, stock]) => [id, withStock(positions.get(id), stock)]))
