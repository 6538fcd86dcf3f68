import { draw, fraction, integerBelow } from '../seededRandom.js'
import { isoDay, roundToCents } from '../World.js'

const year = 365 * 24 * 60 * 60 * 1000

/** The types of accounts in a sandbox. */
export type AccountType = 'checking' | 'savings' | 'card' | 'loan' | 'brokerage' | 'life_insurance'

type PlannedAccounts = ReadonlyArray<readonly [name: string, type: AccountType]>

/** The names and types of the accounts of a user's two items. */
export type AccountPlan = readonly [first: PlannedAccounts, second: PlannedAccounts]

/** The accounts of users with unrelated transactions, and of items that are connected later. */
export const accountPlan: AccountPlan = [
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
]

/** The minimum and the maximum balance, without stocks. */
const balances: Record<AccountType, readonly [min: number, max: number]> = {
  checking: [-300, 6000],
  savings: [50, 22950],
  card: [-1200, 0],
  loan: [-240000, -20000],
  brokerage: [20, 900],
  life_insurance: [1000, 90000],
}

const loanDetails = (accountSeed: number, balance: number, sandboxStartMs: number): object => {
  const openedAt = sandboxStartMs - Math.floor((2 + 6 * fraction(draw(accountSeed, 5))) * year)
  const borrowed = roundToCents(-balance * (1.1 + fraction(draw(accountSeed, 6))))
  return {
    type: 'Prêt immobilier',
    opening_date: isoDay(openedAt),
    maturity_date: isoDay(openedAt + 20 * year),
    next_payment_date: isoDay(sandboxStartMs + integerBelow(draw(accountSeed, 7), 30) * 24 * 60 * 60 * 1000),
    next_payment_amount: roundToCents(400 + 900 * fraction(draw(accountSeed, 8))),
    interest_rate: roundToCents(0.9 + 3 * fraction(draw(accountSeed, 9))),
    borrowed_capital: borrowed,
    repaid_capital: roundToCents(borrowed + balance),
    remaining_capital: -balance,
  }
}

const savingsDetails = (accountSeed: number, sandboxStartMs: number): object => ({
  opening_date: isoDay(sandboxStartMs - Math.floor((1 + 9 * fraction(draw(accountSeed, 5))) * year)),
  interest_rate: roundToCents(0.5 + 3 * fraction(draw(accountSeed, 6))),
  ceiling: 22950,
})

/** The generated fields of an account; `balance` includes `stockValue`, and excludes later transactions. */
export const accountRow = (
  accountSeed: number,
  id: number,
  name: string,
  type: AccountType,
  sandboxStartMs: number,
  stockValue: number,
) => {
  const [min, max] = balances[type]
  const balance = roundToCents(min + (max - min) * fraction(draw(accountSeed, 1)) + stockValue)
  const digits = String(integerBelow(draw(accountSeed, 2), 1e9)).padStart(11, '0')
  return {
    id,
    name,
    balance,
    currency_code: 'EUR',
    type,
    loan_details: type === 'loan' ? loanDetails(accountSeed, balance, sandboxStartMs) : null,
    savings_details: type === 'savings' ? savingsDetails(accountSeed, sandboxStartMs) : null,
    is_pro: false,
    iban: type === 'checking' ? `FR7630001007941234${digits}` : null,
  }
}
