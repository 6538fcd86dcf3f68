import { draw, integerBelow, unit } from '../seededRandom.js'
import { isoDay, roundToCents } from '../World.js'

const year = 365 * 24 * 60 * 60 * 1000

/** The names and types of the accounts of a user's two items. */
export const accountPlan = [
  [
    ['Compte chèques', 'checking'],
    ['Livret A', 'savings'],
    ['Carte à débit différé', 'card'],
  ],
  [
    ['Prêt immobilier', 'loan'],
    ['Compte titres', 'brokerage'],
    ['Assurance vie', 'life_insurance'],
    ['Livret d’épargne', 'savings'],
  ],
] as const

/** The types of accounts in a sandbox. */
export type AccountType = (typeof accountPlan)[number][number][1]

/** The minimum and the maximum balance, without stocks. */
const balances: Record<AccountType, readonly [min: number, max: number]> = {
  checking: [-300, 6000],
  savings: [50, 22950],
  card: [-1200, 0],
  loan: [-240000, -20000],
  brokerage: [20, 900],
  life_insurance: [1000, 90000],
}

const loanDetails = (accountSeed: number, balance: number, anchor: number): object => {
  const openedAt = anchor - Math.floor((2 + 6 * unit(draw(accountSeed, 5))) * year)
  const borrowed = roundToCents(-balance * (1.1 + unit(draw(accountSeed, 6))))
  return {
    type: 'Prêt immobilier',
    opening_date: isoDay(openedAt),
    maturity_date: isoDay(openedAt + 20 * year),
    next_payment_date: isoDay(anchor + integerBelow(draw(accountSeed, 7), 30) * 24 * 60 * 60 * 1000),
    next_payment_amount: roundToCents(400 + 900 * unit(draw(accountSeed, 8))),
    interest_rate: roundToCents(0.9 + 3 * unit(draw(accountSeed, 9))),
    borrowed_capital: borrowed,
    repaid_capital: roundToCents(borrowed + balance),
    remaining_capital: -balance,
  }
}

const savingsDetails = (accountSeed: number, anchor: number): object => ({
  opening_date: isoDay(anchor - Math.floor((1 + 9 * unit(draw(accountSeed, 5))) * year)),
  interest_rate: roundToCents(0.5 + 3 * unit(draw(accountSeed, 6))),
  ceiling: 22950,
})

/** The fields of an account that do not change with time. `stockValue` is the current value of its stocks. */
export const accountRow = (
  accountSeed: number,
  id: number,
  name: string,
  type: AccountType,
  anchor: number,
  stockValue: number,
) => {
  const [min, max] = balances[type]
  const balance = roundToCents(min + (max - min) * unit(draw(accountSeed, 1)) + stockValue)
  const digits = String(integerBelow(draw(accountSeed, 2), 1e9)).padStart(11, '0')
  return {
    id,
    name,
    balance,
    currency_code: 'EUR',
    type,
    loan_details: type === 'loan' ? loanDetails(accountSeed, balance, anchor) : null,
    savings_details: type === 'savings' ? savingsDetails(accountSeed, anchor) : null,
    is_pro: false,
    iban: type === 'checking' ? `FR7630001007941234${digits}` : null,
  }
}
