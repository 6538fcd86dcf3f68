import { draw, fraction, integerBelow } from '../seededRandom.js'
import { isoDay, roundToCents } from '../World.js'
import { euros, type Share } from './shares.js'

const firstId = 1_500_000

/** The id of a stock by its number from 0. Stocks are numbered across all users. */
export const stockId = (seed: number, index: number): number => firstId + index * 7 + integerBelow(draw(seed, index), 7)

/** When an item is connected again, the number of each of its stocks increases by this. */
export const generationSize = 2 ** 32

/** The inverse of {@link stockId}: the number of a stock, the same each time that its item is connected again. */
export const locateStock = (id: number): number => Math.floor((id - firstId) / 7) % generationSize

/** A share, with its price when the sandbox was created. */
export interface Listing extends Share {
  readonly openingPrice: number
}

/** The quantity of a stock, mostly a whole number, so that the stock is worth a few hundred or a few thousand euros. */
const quantityOf = (stockSeed: number, { currency, openingPrice }: Listing): number => {
  const quantity = (150 + 2600 * fraction(draw(stockSeed, 8)) ** 2) / (euros[currency] * openingPrice)
  return fraction(draw(stockSeed, 9)) < 0.2 ? roundToCents(quantity) : Math.ceil(quantity)
}

/** The fields of a stock that do not change with the price. */
export const stockRow = (
  stockSeed: number,
  id: number,
  sandboxStartMs: number,
  accountId: number,
  listing: Listing,
) => {
  const { label, ticker, isin, currency, openingPrice } = listing
  const boughtAt = sandboxStartMs - integerBelow(draw(stockSeed, 6), 4 * 365 * 24 * 3600) * 1000
  return {
    id,
    label,
    ticker,
    stock_key: `${isin}-${ticker}--${currency}`,
    isin,
    marketplace: null,
    currency_code: currency,
    quantity: quantityOf(stockSeed, listing),
    average_purchase_price: roundToCents(openingPrice * (0.7 + fraction(draw(stockSeed, 14)) * 0.5)),
    value_date: isoDay(boughtAt),
    created_at: new Date(boughtAt).toISOString(),
    is_deleted: false,
    account_id: accountId,
  }
}

/** The row of a stock. */
export interface StockRow extends ReturnType<typeof stockRow> {
  readonly current_price: number
  readonly total_value: number
  readonly updated_at: string
}
