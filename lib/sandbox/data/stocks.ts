import { below, draw, pick, textSeed, unit } from '../random.js'
import { cents, isoDay } from '../World.js'

const labels = [
  ['Nordwind Energie', 'NWE', 'DE', 'EUR'],
  ['Aciers de Lorraine', 'ADL', 'FR', 'EUR'],
  ['Blue Harbour Foods', 'BHF', 'GB', 'GBP'],
  ['Prairie Rail', 'PRRL', 'US', 'USD'],
  ['Optique du Rhône', 'OPR', 'FR', 'EUR'],
  ['Silver Lake Robotics', 'SLRO', 'US', 'USD'],
  ['Vinhos do Douro', 'VDD', 'PT', 'EUR'],
  ['Canal Pharma', 'CNPH', 'NL', 'EUR'],
  ['Fonds Monde Actions', 'FMA', 'LU', 'EUR'],
  ['Índice Ibérico', 'IBX', 'ES', 'EUR'],
] as const

const first = 1_500_000

/** The id of a stock by its number from 0, among those of all users. */
export const stockId = (seed: number, index: number): number => first + index * 7 + below(draw(seed, index), 7)

/** The number that the stock with an id would have. */
export const locateStock = (id: number): number => Math.floor((id - first) / 7)

/** How often a stock's price moves, in milliseconds: every few seconds, minutes, or hours. */
const periods = [3_000, 7_000, 15_000, 60_000, 300_000, 1_800_000, 3 * 3_600_000, 12 * 3_600_000]

/** When a stock's price moved last, and which move that was. */
export const lastMove = (own: number, now: number): { readonly move: number; readonly at: number } => {
  const period = pick(draw(own, 1), periods) + below(draw(own, 2), 999)
  const phase = below(draw(own, 3), period)
  const move = Math.floor((now - phase) / period)
  return { move, at: move * period + phase }
}

/** A number from -1 to 1 that changes smoothly with another one. */
const noise = (own: number, x: number): number => {
  const whole = Math.floor(x)
  const part = x - whole
  const at = (index: number): number => unit(draw(own, index)) * 2 - 1
  return at(whole) + (at(whole + 1) - at(whole)) * part * part * (3 - 2 * part)
}

/** The share that a stock is one of: those of one ticker have one ISIN, and prices that are near. */
const shareOf = (own: number) => pick(draw(own, 5), labels)

/** The price of a share after a move: a walk that needs no memory. */
export const priceAfter = (own: number, move: number): number => {
  const walk = [512, 64, 8, 1].reduce(
    (sum, pace, index) => sum + noise(draw(own, 10 + index), move / pace) / 2 ** index,
    0,
  )
  const base = 4 + 400 * unit(draw(textSeed(shareOf(own)[1]), 4)) ** 2
  return cents(base * Math.exp(walk * 0.08) * (1 + 0.002 * (unit(draw(own, move)) - 0.5)))
}

/** What does not move in a stock. */
export const stockRow = (own: number, id: number, anchor: number, accountId: number) => {
  const [label, ticker, country, currency] = shareOf(own)
  const bought = anchor - below(draw(own, 6), 4 * 365 * 24 * 3600) * 1000
  const isin = `${country}${String(below(draw(textSeed(ticker), 7), 1e10)).padStart(10, '0')}`
  return {
    id,
    label,
    ticker,
    stock_key: `${isin}-${ticker}--${currency}`,
    isin,
    marketplace: null,
    currency_code: currency,
    quantity: unit(draw(own, 8)) < 0.2 ? cents(unit(draw(own, 9)) * 40 + 0.01) : 1 + below(draw(own, 9), 120),
    average_purchase_price: cents(priceAfter(own, -1) * (0.7 + unit(draw(own, 14)) * 0.5)),
    value_date: isoDay(bought),
    created_at: new Date(bought).toISOString(),
    is_deleted: false,
    account_id: accountId,
  }
}

/** What the row of a stock holds. */
export interface StockRow extends ReturnType<typeof stockRow> {
  readonly current_price: number
  readonly total_value: number
  readonly updated_at: string
}
