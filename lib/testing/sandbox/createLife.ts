import { bankName, bookHistory, type Booking, drawPurchase, type LoanState } from './bookHistory.js'
import { type LifePlan, type Role, roles } from './data/lives/LifePlan.js'
import { lives } from './data/lives/lives.js'
import { pendingRow, type TransactionSource } from './data/transactionRows.js'
import { draw, integerBelow, pick } from './seededRandom.js'
import { floorTo, isoDay, isoTime, type World } from './World.js'

const day = 24 * 60 * 60 * 1000

/** After its booking, the service reads a transaction this many milliseconds later. */
const readingDelay = 20_000

/** Transactions that are inserted later have higher numbers than any history. */
const firstInserted = 100_000_000

/** How many of these numbers each day has. After so many days they come again. */
const insertedPerDay = 1_000_000
const insertionDays = 1300

/** The fields of an account that follow from the life of its owner. */
export interface LifeAccount {
  readonly balance: number
  readonly loan_details: object | null
  readonly savings_details: object | null
  readonly iban: string | null
}

/** A person's life: the transactions of two years, what is bought after them, and the accounts. */
export interface Life extends TransactionSource {
  readonly holder: string
  /**
   * The fields of an account whose balance has moved by `moved` since the sandbox was created; `undefined` for an account that
   * has no transactions.
   */
  readonly account: (id: number, moved: number) => LifeAccount | undefined
}

/** The plan of the life of the user with a number. */
export const selectLife = (user: number): LifePlan => lives[user % lives.length] as LifePlan

/** The remainder by 97 of a number with any number of digits; letters count as two digits, from `A`, which is 10. */
const remainderBy97 = (text: string): number => {
  let remainder = 0
  for (const char of text)
    for (const digit of parseInt(char, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** An IBAN with a valid checksum. The account number of a French bank has a checksum of its own. */
const formatIban = (country: string, bank: string, digits: string): string => {
  const key = country === 'FR' ? twoDigits(97 - remainderBy97(`${bank}${digits}00`)) : ''
  const account = `${bank}${digits}${key}`
  return `${country}${twoDigits(98 - remainderBy97(`${account}${country}00`))}${account}`
}

const formatLoan = (
  { borrowed, instalment, openedAt, maturesAt, nextAt }: LoanState,
  name: string,
  rate: number,
  remaining: number,
) => ({
  type: name,
  opening_date: isoDay(openedAt),
  maturity_date: isoDay(maturesAt),
  next_payment_date: isoDay(nextAt),
  next_payment_amount: instalment / 100,
  interest_rate: rate,
  borrowed_capital: borrowed / 100,
  repaid_capital: (borrowed - remaining) / 100,
  remaining_capital: remaining / 100,
})

/**
 * Creates the life of a user. `accountIds` has the accounts in the order of the life's account plan; without accounts there is
 * no history.
 */
export const createLife = (world: World, user: number, accountIds: ReadonlyArray<number>): Life => {
  const { sandboxStartMs, createdMs, precision } = world
  const plan = selectLife(user)
  const seed = draw(draw(world.seed, 0x11fe), user)
  const variant = draw(world.seed, 0x11fe) + Math.floor(user / lives.length)
  const [person, partner] = pick(draw(seed, 1), plan.people)
  const idOf = new Map(roles.map((role, position) => [role, accountIds[position]]))
  const roleOf = new Map(roles.map((role, position) => [accountIds[position], role]))
  const { openings, entries: all, loan } = bookHistory(plan, draw(seed, 2), variant, createdMs)
  const booked = all.filter(({ status }) => status === 'booked')
  const shown = world.pending === 0 ? booked : all
  const entries = accountIds.length > 0 ? shown : []
  const indexes = new Map(entries.map(({ number }, index) => [number, index]))
  const lastBookedAt = booked.at(-1)?.at ?? createdMs
  const firstNew = firstInserted + (Math.floor(createdMs / day) % insertionDays) * insertedPerDay
  const bookedAt = (index: number): number => entries[index]?.at ?? createdMs

  /** A transaction of the history, or a purchase at a time after it. */
  const bookingAt = (index: number, time: number): Booking =>
    entries[index] ?? drawPurchase(plan, draw(draw(seed, 4), firstNew + index - entries.length), floorTo(time, day))

  const writeNames = (text: string, format: (name: string) => string): string =>
    text.replace('@', format(person)).replace('%', format(partner))

  const write = (text: string, { boughtDay, reference }: Booking): string => {
    const [, month = '', date = ''] = isoDay(boughtDay).split('-')
    return writeNames(text.replace('#', plan.writeDay(date, month)).replace('*', String(reference)), bankName)
  }

  const sums = new Map<Role, number>()
  for (const { on, cents } of booked) sums.set(on, (sums.get(on) ?? 0) + cents)
  const ibanDigits = (role: Role): string =>
    Array.from({ length: plan.iban[2] }, (_, index) =>
      integerBelow(draw(draw(seed, 20 + roles.indexOf(role)), index), 10),
    ).join('')

  return {
    holder: person,
    count: entries.length,
    pending: entries.flatMap(({ status, posting }, index) =>
      status === 'pending' && posting !== undefined
        ? [{ index, postsAt: posting.at + readingDelay, number: posting.number }]
        : [],
    ),
    numberAt: (index) => entries[index]?.number ?? 0,
    indexAt: (number) => indexes.get(number),
    isDeleted: (index) => entries[index]?.status === 'replaced',
    firstNew,
    bookedAt,
    updatedAt: (index) =>
      floorTo(
        Math.max(bookedAt(index), entries[index]?.status === 'pending' ? lastBookedAt : 0) + readingDelay,
        precision,
      ),
    selectAccount: (index, ids) => {
      const own = idOf.get(bookingAt(index, sandboxStartMs).on)
      return own !== undefined && (index < entries.length || ids.includes(own))
        ? own
        : pick(draw(draw(seed, 5), index), ids)
    },
    row: (index, id, times, ids) => {
      const booking = bookingAt(index, times.bookedAt)
      const [description, bankText] = booking.text
      const own = idOf.get(booking.on)
      const row = {
        id,
        description: writeNames(description, (name) => name),
        raw_description: write(bankText, booking),
        amount: booking.cents / 100,
        date: isoDay(times.bookedAt),
        updated_at: isoTime(times.updatedAt),
        currency_code: 'EUR',
        is_deleted: false,
        category_id: booking.category,
        account_id: own ?? ids[0] ?? 0,
        is_future: false,
        show_client_side: true,
      }
      return entries[index]?.status === 'replaced' ? { ...pendingRow(row, booking.boughtDay), is_deleted: true } : row
    },
    account: (id, moved) => {
      const role = roleOf.get(id)
      if (role === undefined) return undefined
      const cents = openings[role] + (sums.get(role) ?? 0)
      const openedAt = Date.UTC(2015 + integerBelow(draw(seed, 6), 6), 0, 1 + integerBelow(draw(seed, 7), 365))
      return {
        balance: Math.round(cents * 1e4 + moved * 1e6) / 1e6,
        loan_details:
          role === 'loan'
            ? formatLoan(loan, plan.accounts[1][0]?.[0] ?? '', plan.loan.rate, -cents - Math.round(moved * 100))
            : null,
        savings_details:
          role === 'savings'
            ? {
                opening_date: isoDay(openedAt),
                interest_rate: plan.interest.rate,
                ceiling: plan.interest.ceiling ?? null,
              }
            : null,
        iban: role === 'checking' || role === 'joint' ? formatIban(plan.iban[0], plan.iban[1], ibanDigits(role)) : null,
      }
    },
  }
}
