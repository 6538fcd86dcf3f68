import { createBookingDay, isTargetDay } from '../../base/codec/bankDays.js'
import type { Habit, LifePlan, Recurring, Role, Side } from './data/lives/LifePlan.js'
import { draw, fraction, integerBelow, pick } from './seededRandom.js'

const day = 24 * 60 * 60 * 1000

/** How many full months the history has, before the month in which the sandbox was created. */
const historyMonths = 24

/** A booked transaction. Days are the milliseconds since 1970 at their beginning, and amounts are in cents. */
export interface Booking extends Side {
  readonly cents: number
  readonly bookedDay: number
  /** The day of the purchase, which banks write into the text. */
  readonly boughtDay: number
  readonly reference: number
}

/** The state of a loan when the sandbox was created. Amounts are in cents. */
export interface LoanState {
  readonly borrowed: number
  readonly instalment: number
  readonly openedAt: number
  readonly maturesAt: number
  readonly nextAt: number
}

/** The transactions of a person's last two years in the order of booking, and the balances in cents before the first one. */
export interface History {
  readonly openings: Readonly<Record<Role, number>>
  readonly bookings: ReadonlyArray<Booking>
  readonly loan: LoanState
}

const toCents = (euros: number): number => Math.round(euros * 100)

const bookingDay = /* @__PURE__ */ createBookingDay(isTargetDay)

/** The first working day of banks at or after a day. */
export const nextWorkingDay = (at: number): number => bookingDay(at / day, 'following') * day

/** The beginning of the month that is `offset` months after the month of a time. */
const monthAt = (time: number, offset: number): number => {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1)
}

/** A day of a month; the last one, if the month is too short. */
const dayOfMonth = (month: number, number: number): number =>
  Math.min(month + (number - 1) * day, monthAt(month, 1) - day)

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
  bookedDay: nextWorkingDay(boughtDay + day),
  reference: drawReference(draw(seed, 3)),
})

/** A purchase on a day, of a habit that a person has. More frequent habits are drawn more often. */
export const drawPurchase = ({ habits }: LifePlan, seed: number, boughtDay: number): Booking => {
  const weighted = habits.flatMap((habit) => new Array<Habit>(Math.ceil(habit.perMonth)).fill(habit))
  return { ...drawBooking(pick(draw(seed, 4), weighted), seed, boughtDay), bookedDay: boughtDay }
}

const bookRecurring = (
  plan: Recurring,
  income: number,
  seed: number,
  months: ReadonlyArray<number>,
): ReadonlyArray<Booking> => {
  const { on, text, category, amounts, rise = 0, varies = 0, months: interval = 1, to } = plan
  const usual = selectAmount(amounts, income)
  const risesAt = historyMonths / 3 + integerBelow(draw(seed, 2), historyMonths / 3)
  const phase = integerBelow(draw(seed, 3), interval)
  const reference = drawReference(draw(seed, 4))
  return months.flatMap((month, index) => {
    if (index % interval !== phase) return []
    const amount = usual + (index >= risesAt ? Math.sign(usual) * rise : 0)
    const cents = toCents(amount * (1 + varies * (2 * fraction(draw(seed, 10 + index)) - 1)))
    const dueDay = dayOfMonth(month, plan.day)
    const booking = { cents, boughtDay: dueDay, bookedDay: nextWorkingDay(dueDay), reference }
    return [{ on, text, category, ...booking }, ...(to === undefined ? [] : [{ ...to, ...booking, cents: -cents }])]
  })
}

const bookHabit = (habit: Habit, seed: number, months: ReadonlyArray<number>): ReadonlyArray<Booking> =>
  months.flatMap((month, index) => {
    const monthSeed = draw(seed, index)
    const daysOfMonth = (monthAt(month, 1) - month) / day
    const count = Math.floor(habit.perMonth + fraction(draw(monthSeed, 0)))
    return Array.from({ length: count }, (_, number) => draw(monthSeed, number + 1)).flatMap((purchaseSeed) => {
      const purchase = drawBooking(habit, purchaseSeed, month + integerBelow(draw(purchaseSeed, 5), daysOfMonth) * day)
      const { refund } = habit
      if (refund === undefined || fraction(draw(purchaseSeed, 6)) >= refund.chance) return [purchase]
      const { share, days, on, category } = refund
      const boughtDay = purchase.boughtDay + days * day
      const cents = Math.round(-purchase.cents * share)
      const [shop] = purchase.text
      const [description, bankText] = refund.text
      const text = [description.replace('$', shop), bankText.replace('$', shop.toUpperCase())] as const
      return [purchase, { ...purchase, on, text, category, cents, boughtDay, bookedDay: nextWorkingDay(boughtDay) }]
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
    const next = monthAt(month, 1)
    const cents = bookings.reduce(
      (sum, { on, bookedDay, cents: amount }) =>
        on === settled.on && bookedDay >= month && bookedDay < next ? sum + amount : sum,
      0,
    )
    const booking = { boughtDay: next, bookedDay: nextWorkingDay(next), reference: drawReference(draw(seed, next)) }
    return [
      { ...paid, ...booking, cents },
      { ...settled, ...booking, cents: -cents },
    ]
  })

/** The instalments of a loan that was opened before the history, its interest, and what was left to repay before them. */
const bookLoan = (
  { loan: { amounts, rate, months: total, day: dueDay, instalment: paid, received, interest: charged } }: LifePlan,
  income: number,
  seed: number,
  months: ReadonlyArray<number>,
  end: number,
): Pick<History, 'bookings' | 'loan'> & { readonly opening: number } => {
  const borrowed = toCents(selectAmount(amounts, income))
  const monthlyRate = rate / 1200
  const instalment = Math.round((borrowed * monthlyRate) / (1 - (1 + monthlyRate) ** -total))
  const paidBefore = 4 + integerBelow(draw(seed, 2), historyMonths - 4)
  const interestOn = (remaining: number): number => Math.round(remaining * monthlyRate)
  let remaining = borrowed
  for (let count = 0; count < paidBefore; count++) remaining += interestOn(remaining) - instalment
  const opening = -remaining
  const first = months[0] ?? end
  const due = (index: number): number => dayOfMonth(monthAt(first, index), dueDay)
  const bookings: Array<Booking> = []
  let index = 0
  for (; nextWorkingDay(due(index)) < end; index++) {
    const booking = { boughtDay: due(index), bookedDay: nextWorkingDay(due(index)), reference: 0 }
    const interest = interestOn(remaining)
    remaining += interest - instalment
    bookings.push(
      { ...paid, ...booking, cents: -instalment },
      { ...received, ...booking, cents: instalment },
      { ...charged, ...booking, cents: -interest },
    )
  }
  const loan = {
    borrowed,
    instalment,
    openedAt: monthAt(first, -paidBefore - 1),
    maturesAt: due(total - paidBefore - 1),
    nextAt: due(index),
  }
  return { bookings, opening, loan }
}

/** The interest on savings at the end of each year, on the balances at the ends of its months. */
const bookInterest = (
  { interest: { rate, ...side } }: LifePlan,
  opening: number,
  bookings: ReadonlyArray<Booking>,
  months: ReadonlyArray<number>,
): ReadonlyArray<Booking> => {
  const deposits = bookings.filter(({ on }) => on === side.on)
  const interests: Array<Booking> = []
  let sum = 0
  for (const month of months) {
    const next = monthAt(month, 1)
    const balance = [...deposits, ...interests].reduce(
      (total, { bookedDay, cents }) => (bookedDay < next ? total + cents : total),
      opening,
    )
    sum += (balance * rate) / 1200
    if (new Date(month).getUTCMonth() !== 11) continue
    const boughtDay = next - day
    interests.push({ ...side, cents: Math.round(sum), boughtDay, bookedDay: nextWorkingDay(boughtDay), reference: 0 })
    sum = 0
  }
  return interests
}

/** Books a person's last 24 months, and the days of the current month before `end`. */
export const bookHistory = (plan: LifePlan, seed: number, end: number): History => {
  const months = Array.from({ length: historyMonths + 1 }, (_, index) => monthAt(end, index - historyMonths))
  const income = integerBelow(draw(seed, 3), 3)
  const isBooked = ({ bookedDay }: Booking): boolean => bookedDay < end
  const payments = [
    ...plan.recurring.flatMap((recurring, index) =>
      bookRecurring(recurring, income, draw(draw(seed, 1), index), months),
    ),
    ...plan.habits.flatMap((habit, index) => bookHabit(habit, draw(draw(seed, 2), index), months)),
  ].filter(isBooked)
  const openings = {
    checking: toCents(selectAmount(plan.openings.checking, income)),
    savings: toCents(selectAmount(plan.openings.savings, income)),
    joint: toCents(selectAmount(plan.openings.joint, income)),
  }
  const { opening, bookings: instalments, loan } = bookLoan(plan, income, draw(seed, 6), months, end)
  const bookings = [
    ...payments,
    ...instalments,
    ...bookBills(plan.bill, draw(seed, 7), payments, months),
    ...bookInterest(plan, openings.savings, payments, months),
  ]
  return {
    openings: { ...openings, card: 0, loan: opening },
    bookings: bookings.filter(isBooked).sort((a, b) => a.bookedDay - b.bookedDay),
    loan,
  }
}
