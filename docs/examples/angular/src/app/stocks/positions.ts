import type { Stock } from 'rxbank'

/** A stock, and the prices that were seen of it, the oldest first. */
export interface Position {
  readonly stock: Stock
  readonly prices: ReadonlyArray<number>
}

/** Positions by the id of the stock. */
export type Positions = ReadonlyMap<number, Position>

const remembered = 60

/** The positions after stocks have changed. */
export const withChanges = (positions: Positions, changed: ReadonlyArray<Stock>): Positions => {
  const next = new Map(positions)
  for (const stock of changed) {
    const { id, current_price: price, is_deleted } = stock
    const seen = next.get(id)?.prices ?? []
    if (is_deleted === true) next.delete(id)
    else next.set(id, { stock, prices: typeof price === 'number' ? [...seen, price].slice(-remembered) : seen })
  }
  return next
}

/** What the positions are worth, by currency. */
export const totals = (positions: Positions): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const { stock } of positions.values()) {
    const currency = stock.currency_code ?? 'EUR'
    sums.set(currency, (sums.get(currency) ?? 0) + (stock.total_value ?? 0))
  }
  return sums
}
