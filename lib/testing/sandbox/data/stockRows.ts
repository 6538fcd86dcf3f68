import { draw, fraction, integerBelow, pick, textSeed } from '../seededRandom.js'
import { isoDay, roundToCents } from '../World.js'

const companies = [
  ['Nordwind', 'DE'],
  ['Lorraine', 'FR'],
  ['Harbour', 'GB'],
  ['Prairie', 'US'],
  ['Rhône', 'FR'],
  ['Silver', 'US'],
  ['Douro', 'PT'],
  ['Canal', 'NL'],
  ['Monde', 'LU'],
  ['Ibérico', 'ES'],
  ['Kestrel', 'GB'],
  ['Baltic', 'FI'],
  ['Alpina', 'AT'],
  ['Ticino', 'IT'],
  ['Weser', 'DE'],
  ['Quay', 'IE'],
] as const

const industries = [
  'Energie',
  'Pharma',
  'Rail',
  'Forêts',
  'Robotics',
  'Aciers',
  'Optique',
  'Vinhos',
  'Maritime',
  'Textil',
  'Immo',
  'Bau',
  'Cloud',
  'Dairy',
  'Glas',
  'Hotels',
] as const

const currencies: ReadonlyMap<string, 'GBP' | 'USD'> = new Map([
  ['GB', 'GBP'],
  ['US', 'USD'],
])

/** The constant exchange rates: one unit of each currency in euros. */
export const euros = { EUR: 1, GBP: 1.17, USD: 0.92 } as const

/** A share; its fields are the same for all users. */
interface Share {
  readonly label: string
  readonly ticker: string
  readonly isin: string
  readonly currency: keyof typeof euros
}

const nth = <A>(list: ReadonlyArray<A>, number: number): A => list[number % list.length] as A

/**
 * The share with a number from 0. Names and tickers are unique, because no two words of a list begin with the same
 * letters.
 */
export const shareAt = (number: number): Share => {
  const [company, country] = nth(companies, number)
  const industry = nth(industries, (number * 7) ^ (number >> 4))
  const series = number < 256 ? '' : String((number >> 8) + 1)
  const ticker = `${company.slice(0, 2)}${industry.slice(0, 2)}`.toUpperCase() + series
  return {
    label: `${company} ${industry}${series === '' ? '' : ` ${series}`}`,
    ticker,
    isin: `${country}${String(integerBelow(draw(textSeed(ticker), 7), 1e10)).padStart(10, '0')}`,
    currency: currencies.get(country) ?? 'EUR',
  }
}

/** The intervals between changes of a price, from seconds to hours; in milliseconds. */
const periods = [3_000, 7_000, 15_000, 60_000, 300_000, 1_800_000, 3 * 3_600_000, 12 * 3_600_000]

/** The time and the number of the last change of a price. */
export const lastPriceChange = (shareSeed: number, now: number): { readonly number: number; readonly at: number } => {
  const period = pick(draw(shareSeed, 1), periods) + integerBelow(draw(shareSeed, 2), 999)
  const phase = integerBelow(draw(shareSeed, 3), period)
  const number = Math.floor((now - phase) / period)
  return { number, at: number * period + phase }
}

/** Smooth noise: a number from -1 to 1 that is a continuous function of `x`. */
const noise = (shareSeed: number, x: number): number => {
  const lower = Math.floor(x)
  const offset = x - lower
  const noiseAt = (index: number): number => fraction(draw(shareSeed, index)) * 2 - 1
  return noiseAt(lower) + (noiseAt(lower + 1) - noiseAt(lower)) * offset * offset * (3 - 2 * offset)
}

/** The price after the change with a number: computed from the seed and the number, without earlier prices. */
export const priceAfter = (shareSeed: number, number: number): number => {
  const walk = [512, 64, 8, 1].reduce(
    (sum, scale, index) => sum + noise(draw(shareSeed, 10 + index), number / scale) / 2 ** index,
    0,
  )
  const base = 4 + 400 * fraction(draw(shareSeed, 4)) ** 2
  return roundToCents(base * Math.exp(walk * 0.08) * (1 + 0.002 * (fraction(draw(shareSeed, number)) - 0.5)))
}

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

/** Draws a quantity that makes a stock worth a few hundred or a few thousand euros. Most quantities are integers. */
const drawQuantity = (stockSeed: number, { currency, openingPrice }: Listing): number => {
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
    quantity: drawQuantity(stockSeed, listing),
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
