import { createBookingDay, isTargetDay } from '../../base/codec/bankDays.js'
import type { Habit, LifePlan, Recurring, Role, Side } from './data/lives/LifePlan.js'
import { draw, fraction, integerBelow, pick } from './seededRandom.js'

const day = 24 * 60 * 60 * 1000

const minute = 60_000
const hour = 60 * minute

/** How many full months the history has, before the month in which the sandbox was created. */
const historyMonths = 24

/** The number of months from one rise of a price to the next one. */
const riseInterval = 24

/** The first month of prices that rise, as a number of months since 1970: January 2024. */
const firstPriceMonth = 54 * 12

/** How many days after its booking the pending form of a purchase is still in the history, as a deleted transaction. */
const deletedPendingDays = 35

/** How many days after a purchase, at least, banks book it. */
const clearingDays = 3

/** Each day has numbers for this many transactions. Those of pending purchases begin in the middle. */
const numbersPerDay = 1000

/** A transaction. Days are the milliseconds since 1970 at their beginning, and amounts are in cents. */
export interface Booking extends Side {
  readonly cents: number
  readonly bookedDay: number
  /** The day of the purchase, which banks write into the text. */
  readonly boughtDay: number
  readonly reference: number
  /** The time of a purchase that is pending until it is booked. */
  readonly boughtAt?: number
}

/** A transaction of a history, in one of its forms: booked, pending, or pending and since replaced by the booked one. */
export interface HistoryEntry extends Booking {
  /** The number of the transaction, which does not depend on where the history begins and ends. */
  readonly number: number
  readonly status: 'booked' | 'pending' | 'replaced'
  /** When the transaction got its status, in milliseconds since 1970. */
  readonly at: number
  /** The booked form of a transaction that was pending. */
  readonly posting?: { readonly number: number; readonly at: number }
}

/** The state of a loan when the sandbox was created. Amounts are in cents. */
export interface LoanState {
  readonly borrowed: number
  readonly instalment: number
  readonly openedAt: number
  readonly maturesAt: number
  readonly nextAt: number
}

/**
 * The transactions of a person's last two years in the order of booking, then the pending ones, and the balances in cents
 * before the first one.
 */
export interface History {
  readonly openings: Readonly<Record<Role, number>>
  readonly entries: ReadonlyArray<HistoryEntry>
  readonly loan: LoanState
}

/** The text of a name as banks write it. */
export const bankName = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()

const toCents = (euros: number): number => Math.round(euros * 100)

const bookingDay = /* @__PURE__ */ createBookingDay(isTargetDay)

/** The first working day of banks at or after a day. */
export const nextWorkingDay = (at: number): number => bookingDay(at / day, 'following') * day

/** The last working day of banks at or before a day. */
const lastWorkingDay = (at: number): number => bookingDay(at / day, 'preceding') * day

/** The beginning of a month that is given as the number of months since 1970. */
const monthStart = (month: number): number => Date.UTC(1970, month, 1)

/** The month of a time, as the number of months since 1970. */
const monthOf = (time: number): number => {
  const date = new Date(time)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** A day of a month; the last one, if the month is too short. */
const dayOfMonth = (month: number, number: number): number =>
  Math.min(monthStart(month) + (number - 1) * day, monthStart(month + 1) - day)

/** The remainder of a division that is never negative. */
const remainder = (number: number, divisor: number): number => ((number % divisor) + divisor) % divisor

const sumOf = (bookings: ReadonlyArray<Booking>): number => bookings.reduce((sum, { cents }) => sum + cents, 0)

/** The price of a purchase in cents. Low prices are more frequent. */
const drawPrice = (seed: number, { min, max, step = 0.01 }: Pick<Habit, 'min' | 'max' | 'step'>): number => {
  const price = min + (max - min) * fraction(seed) ** 1.6
  return -toCents(Math.round(price / step) * step)
}

/** The amount of a person with an income from 0, the lowest. */
const selectAmount = (amounts: ReadonlyArray<number>, income: number): number =>
  amounts[Math.min(income, amounts.length - 1)] ?? 0

const drawReference = (seed: number): number => 100_000 + integerBelow(seed, 900_000)

const drawBooking = ({ on, category, shops, ...price }: Habit, seed: number, boughtDay: number): Booking => ({
  on,
  category,
  text: pick(draw(seed, 1), shops),
  cents: drawPrice(draw(seed, 2), price),
  boughtDay,
  bookedDay: nextWorkingDay(boughtDay + clearingDays * day),
  reference: drawReference(draw(seed, 3)),
})

/** Whether a transaction is booked from the beginning of a month to the end of a month, by default the same one. */
const isBookedIn = (first: number, last = first): ((booking: Booking) => boolean) => {
  const [start, end] = [monthStart(first), monthStart(last + 1)]
  return ({ bookedDay }) => bookedDay >= start && bookedDay < end
}

/** A purchase on a day, of a habit that a person has. More frequent habits are drawn more often. */
export const drawPurchase = ({ habits }: LifePlan, seed: number, boughtDay: number): Booking => {
  const weighted = habits.flatMap((habit) => new Array<Habit>(Math.ceil(habit.perMonth)).fill(habit))
  return { ...drawBooking(pick(draw(seed, 4), weighted), seed, boughtDay), bookedDay: boughtDay }
}

/** The usual amount of a person, in euros: one in whole euros stays so. */
const drawAmount = ({ amounts, differs = 0 }: Recurring, income: number, seed: number): number => {
  const usual = selectAmount(amounts, income)
  const step = Number.isInteger(usual) ? 1 : 0.01
  return Math.round((usual * (1 + differs * (2 * fraction(seed) - 1))) / step) * step
}

const bookRecurring = (
  plan: Recurring,
  income: number,
  variant: number,
  seed: number,
  months: ReadonlyArray<number>,
): ReadonlyArray<Booking> => {
  const { on, category, rise = 0, varies = 0, months: interval = 1, others = [], isEarly = false, to } = plan
  const usual = drawAmount(plan, income, draw(seed, 1))
  const risesAt = firstPriceMonth + integerBelow(draw(seed, 2), riseInterval)
  const phase = integerBelow(draw(seed, 3), interval)
  const reference = drawReference(draw(seed, 4))
  const texts = [plan.text, ...others]
  const text = texts[variant % texts.length] ?? plan.text
  return months.flatMap((month) => {
    if (remainder(month, interval) !== phase) return []
    const rises = Math.max(0, Math.floor((month - risesAt) / riseInterval) + 1)
    const amount = usual + Math.sign(usual) * rise * rises
    const cents = toCents(amount * (1 + varies * (2 * fraction(draw(seed, 10 + month)) - 1)))
    const dueDay = dayOfMonth(month, plan.day)
    const bookedDay = isEarly ? lastWorkingDay(dueDay) : nextWorkingDay(dueDay)
    const booking = { cents, boughtDay: Math.min(dueDay, bookedDay), bookedDay, reference }
    return [{ on, text, category, ...booking }, ...(to === undefined ? [] : [{ ...to, ...booking, cents: -cents }])]
  })
}

const bookHabit = (habit: Habit, seed: number, months: ReadonlyArray<number>): ReadonlyArray<Booking> =>
  months.flatMap((month) => {
    const monthSeed = draw(seed, month)
    const daysOfMonth = (monthStart(month + 1) - monthStart(month)) / day
    const count = Math.floor(habit.perMonth + fraction(draw(monthSeed, 0)))
    return Array.from({ length: count }, (_, number) => draw(monthSeed, number + 1)).flatMap((purchaseSeed) => {
      const boughtDay = monthStart(month) + integerBelow(draw(purchaseSeed, 5), daysOfMonth) * day
      const boughtAt = boughtDay + 7 * hour + integerBelow(draw(purchaseSeed, 7), 13 * 60) * minute
      const purchase = drawBooking(habit, purchaseSeed, boughtDay)
      const pending = { ...purchase, boughtAt }
      const { refund } = habit
      if (refund === undefined || fraction(draw(purchaseSeed, 6)) >= refund.chance) return [pending]
      const { share, days, on, category } = refund
      const refundDay = boughtDay + days * day
      const cents = Math.round(-purchase.cents * share)
      const [shop] = purchase.text
      const [description, bankText] = refund.text
      const text = [description.replace('$', shop), bankText.replace('$', shop.toUpperCase())] as const
      const refunded = { on, text, category, cents, boughtDay: refundDay, bookedDay: nextWorkingDay(refundDay) }
      return [pending, { ...purchase, ...refunded }]
    })
  })

/** The bills of a card: on the first working day of each month, for what was booked on the card in the month before. */
const bookBills = (
  [paid, settled]: LifePlan['bill'],
  seed: number,
  bookings: ReadonlyArray<Booking>,
  months: ReadonlyArray<number>,
): ReadonlyArray<Booking> =>
  months.flatMap((month) => {
    const cents = sumOf(bookings.filter(({ on }) => on === settled.on).filter(isBookedIn(month)))
    const next = monthStart(month + 1)
    const booking = { boughtDay: next, bookedDay: nextWorkingDay(next), reference: drawReference(draw(seed, next)) }
    return [
      { ...paid, ...booking, cents },
      { ...settled, ...booking, cents: -cents },
    ]
  })

/**
 * The instalments of loans, one after the other, with their interest. Each begins in the month after the last instalment
 * of the one before. `opening` is what is owed before the first month.
 */
const bookLoans = (
  {
    loan: { amounts, rate, months: total, day: dueDay, payout, instalment: paid, received, interest: charged },
  }: LifePlan,
  income: number,
  seed: number,
  months: ReadonlyArray<number>,
): {
  readonly bookings: ReadonlyArray<Booking>
  readonly opening: number
  readonly stateAt: (now: number) => LoanState
} => {
  const borrowed = toCents(selectAmount(amounts, income))
  const monthlyRate = rate / 1200
  const instalment = Math.round((borrowed * monthlyRate) / (1 - (1 + monthlyRate) ** -total))
  const phase = integerBelow(draw(seed, 2), total + 1)
  /** The number of a month in the life of its loan: in the month 0 it is paid out, and the last instalment is in `total`. */
  const numberOf = (month: number): number => remainder(month - phase, total + 1)
  const interestOn = (owed: number): number => Math.round(owed * monthlyRate)
  /** What is owed after the instalment with a number; the last one repays all. */
  const repay = (owed: number, number: number): number => (number === total ? 0 : owed + interestOn(owed) - instalment)
  const first = months[0] ?? 0
  let remaining = numberOf(first) === 0 ? 0 : borrowed
  for (let number = 1; number < numberOf(first); number++) remaining = repay(remaining, number)
  const opening = 0 - remaining
  const due = (month: number): number => dayOfMonth(month, dueDay)
  const bookings = months.flatMap((month): ReadonlyArray<Booking> => {
    const booking = { boughtDay: due(month), bookedDay: nextWorkingDay(due(month)), reference: 0 }
    const number = numberOf(month)
    if (number === 0) {
      remaining = borrowed
      return [{ ...payout, ...booking, cents: -borrowed }]
    }
    const before = remaining
    remaining = repay(before, number)
    const interest = interestOn(before)
    const cents = before + interest - remaining
    return [
      { ...paid, ...booking, cents: -cents },
      { ...received, ...booking, cents },
      { ...charged, ...booking, cents: -interest },
    ]
  })
  return {
    bookings,
    opening,
    stateAt: (now) => {
      const month = monthOf(now)
      const isPaidOut = numberOf(month) > 0 || nextWorkingDay(due(month)) <= now
      const openedIn = month - (isPaidOut ? numberOf(month) : total + 1)
      const next = nextWorkingDay(due(month)) > now ? month : month + 1
      const nextIn = Math.min(Math.max(next, openedIn + 1), openedIn + total)
      return { borrowed, instalment, openedAt: due(openedIn), maturesAt: due(openedIn + total), nextAt: due(nextIn) }
    },
  }
}

/**
 * What closes a year: the interest on the savings, of which December's transfers yield half a month's, and the transfers
 * after which each account has the balance again with which the year began. So a balance follows from the year's
 * transactions, and the history can begin in any month.
 */
const closeYear = (
  { accounts, interest: { rate, ...side }, closing: [description, bankText] }: LifePlan,
  openings: Readonly<Record<Role, number>>,
  seed: number,
  december: number,
  bookings: ReadonlyArray<Booking>,
): ReadonlyArray<Booking> => {
  const [[checkingName = ''] = [], [savingsName = ''] = [], , [jointName = ''] = []] = accounts[0]
  const [, , [investmentName = ''] = []] = accounts[1]
  const january = december - 11
  const ofYear = bookings.filter(isBookedIn(january, december))
  const surplus = (role: Role): number => sumOf(ofYear.filter(({ on }) => on === role))
  const deposits = ofYear.filter(({ on }) => on === side.on)
  const balances = Array.from(
    { length: 12 },
    (_, index) => openings[side.on] + sumOf(deposits.filter(isBookedIn(january, january + index - 1))),
  )
  const lastDay = lastWorkingDay(dayOfMonth(december, 31))
  const closingDay = nextWorkingDay(dayOfMonth(december, 12 + integerBelow(draw(seed, december), 7)))
  const monthlyRate = rate / 1200
  const [own, joint] = [surplus('checking'), surplus('joint')]
  const interest = Math.round(balances.reduce((sum, balance) => sum + balance, (own + joint) / 2) * monthlyRate)
  const transferBetween = (on: Role, other: string, cents: number): Booking => ({
    on,
    text: [`${description} ${other}`, `${bankText} ${bankName(other)}`],
    category: cents < 0 ? 326 : 327,
    cents,
    boughtDay: closingDay,
    bookedDay: closingDay,
    reference: 0,
  })
  const closings = [
    { ...side, cents: interest, boughtDay: lastDay, bookedDay: lastDay, reference: 0 },
    transferBetween('checking', savingsName, -own),
    transferBetween('savings', checkingName, own),
    transferBetween('joint', savingsName, -joint),
    transferBetween('savings', jointName, joint),
    transferBetween('savings', investmentName, -(surplus('savings') + own + joint + interest)),
  ]
  return closings.filter(({ cents }) => cents !== 0)
}

/** The first number of a day. The numbers of two years before 1970 are positive too. */
const firstNumber = (dayStart: number): number => (dayStart / day + 1000) * numbersPerDay

/** Counts the transactions of each day: returns how many of the same day came before. */
const countByDay = (): ((dayStart: number) => number) => {
  const counts = new Map<number, number>()
  return (dayStart) => {
    const count = counts.get(dayStart) ?? 0
    counts.set(dayStart, count + 1)
    return count
  }
}

/** The forms that a booking has at a time. Banks book early in the morning, one transaction a minute. */
const formsAt = (
  booking: Booking,
  now: number,
  position: number,
  pendingPosition: number,
): ReadonlyArray<HistoryEntry> => {
  const { bookedDay, boughtDay, boughtAt } = booking
  const posting = {
    number: firstNumber(bookedDay) + position,
    at: bookedDay + 5 * hour + position * minute,
  }
  const isBooked = posting.at + minute <= now
  const booked: ReadonlyArray<HistoryEntry> = isBooked ? [{ ...booking, ...posting, status: 'booked' }] : []
  if (boughtAt === undefined || boughtAt + minute > now || posting.at + deletedPendingDays * day < now) return booked
  const number = firstNumber(boughtDay) + numbersPerDay / 2 + pendingPosition
  const at = isBooked ? posting.at : boughtAt
  return [{ ...booking, number, at, posting, status: isBooked ? 'replaced' : 'pending' }, ...booked]
}

/**
 * Books a person's last 24 months, and the current month up to `now`. Whatever the time is, a transaction of a day is the
 * same, with the same number. Persons with different variants have different employers and landlords.
 */
export const bookHistory = (plan: LifePlan, seed: number, variant: number, now: number): History => {
  const last = monthOf(now)
  const first = last - historyMonths
  /**
   * The January from which balances are computed. Its first bill has purchases of two months before, and pending purchases
   * are booked in the month after the last one.
   */
  const january = first - remainder(first, 12)
  const months = Array.from({ length: last - january + 4 }, (_, index) => january - 2 + index)
  const income = integerBelow(draw(seed, 3), 3)
  const payments = [
    ...plan.recurring.flatMap((recurring, index) =>
      bookRecurring(recurring, income, variant, draw(draw(seed, 1), index), months),
    ),
    ...plan.habits.flatMap((habit, index) => bookHabit(habit, draw(draw(seed, 2), index), months)),
  ]
  const { bookings: instalments, opening, stateAt } = bookLoans(plan, income, draw(seed, 6), months.slice(2))
  const regular = [...payments, ...instalments, ...bookBills(plan.bill, draw(seed, 7), payments, months.slice(1))]
  const yearOpenings = {
    checking: toCents(selectAmount(plan.openings.checking, income)),
    savings: toCents(selectAmount(plan.openings.savings, income)),
    joint: toCents(selectAmount(plan.openings.joint, income)),
    card: sumOf(payments.filter(({ on }) => on === 'card').filter(isBookedIn(january - 1))),
    loan: opening,
  }
  const closings = months
    .filter((month) => month >= january && remainder(month, 12) === 11)
    .flatMap((december) => closeYear(plan, yearOpenings, draw(seed, 8), december, regular))
  const bookings = [...regular, ...closings].sort((a, b) => a.bookedDay - b.bookedDay)
  const openings = { ...yearOpenings }
  for (const { on, cents } of bookings.filter(isBookedIn(january, first - 1))) openings[on] += cents
  const [positionOf, pendingPositionOf] = [countByDay(), countByDay()]
  const start = monthStart(first)
  const entries = bookings.flatMap((booking) => {
    const position = positionOf(booking.bookedDay)
    const pendingPosition = booking.boughtAt === undefined ? 0 : pendingPositionOf(booking.boughtDay)
    return booking.bookedDay < start ? [] : formsAt(booking, now, position, pendingPosition)
  })
  const isPending = ({ status }: HistoryEntry): number => Number(status === 'pending')
  return {
    openings,
    entries: entries.sort((a, b) => isPending(a) - isPending(b) || a.at - b.at),
    loan: stateAt(now),
  }
}
