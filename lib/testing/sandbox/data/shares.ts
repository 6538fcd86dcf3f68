import { below, draw, pick, textSeed, unit } from '../seededRandom.js'
import { cents } from '../World.js'

const houses = [
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

const trades = [
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

const currencies: Readonly<Record<string, 'GBP' | 'USD'>> = { GB: 'GBP', US: 'USD' }

/** The constant exchange rates: one unit of each currency in euros. */
export const euros = { EUR: 1, GBP: 1.17, USD: 0.92 } as const

/** A share that users can hold; its fields are the same for all of them. */
export interface Share {
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
  const [house, country] = nth(houses, number)
  const trade = nth(trades, (number * 7) ^ (number >> 4))
  const series = number < 256 ? '' : String((number >> 8) + 1)
  const ticker = `${house.slice(0, 2)}${trade.slice(0, 2)}`.toUpperCase() + series
  return {
    label: `${house} ${trade}${series === '' ? '' : ` ${series}`}`,
    ticker,
    isin: `${country}${String(below(draw(textSeed(ticker), 7), 1e10)).padStart(10, '0')}`,
    currency: currencies[country] ?? 'EUR',
  }
}

/** The intervals at which prices change, in milliseconds: seconds, minutes, or hours. */
const periods = [3_000, 7_000, 15_000, 60_000, 300_000, 1_800_000, 3 * 3_600_000, 12 * 3_600_000]

/** When a price changed last, and the number of that change. */
export const lastMove = (own: number, now: number): { readonly move: number; readonly at: number } => {
  const period = pick(draw(own, 1), periods) + below(draw(own, 2), 999)
  const phase = below(draw(own, 3), period)
  const move = Math.floor((now - phase) / period)
  return { move, at: move * period + phase }
}

/** Smooth noise: a number from -1 to 1 that is a continuous function of `x`. */
const noise = (own: number, x: number): number => {
  const whole = Math.floor(x)
  const part = x - whole
  const at = (index: number): number => unit(draw(own, index)) * 2 - 1
  return at(whole) + (at(whole + 1) - at(whole)) * part * part * (3 - 2 * part)
}

/** The price after its change number `move`: a random walk that is computed from the number alone. */
export const priceAfter = (own: number, move: number): number => {
  const walk = [512, 64, 8, 1].reduce(
    (sum, pace, index) => sum + noise(draw(own, 10 + index), move / pace) / 2 ** index,
    0,
  )
  const base = 4 + 400 * unit(draw(own, 4)) ** 2
  return cents(base * Math.exp(walk * 0.08) * (1 + 0.002 * (unit(draw(own, move)) - 0.5)))
}
