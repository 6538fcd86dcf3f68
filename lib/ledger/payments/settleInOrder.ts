/** The days of an expected payment or of a payment, since 1970. */
interface Dated {
  readonly day: number
}

/** The days by which a payment may be early or late. */
export interface DayWindow {
  readonly maxDaysEarly: number
  readonly maxDaysLate: number
}

export const isInWindow = ({ maxDaysEarly, maxDaysLate }: DayWindow, expected: Dated, payment: Dated): boolean =>
  payment.day - expected.day >= -maxDaysEarly && payment.day - expected.day <= maxDaysLate

/** The rows, sorted by day, from one day to another. */
export const selectDays = <A extends Dated>(rows: ReadonlyArray<A>, from: number, to: number): ReadonlyArray<A> => {
  const firstFrom = (day: number): number => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((rows[middle] as A).day < day) low = middle + 1
      else high = middle
    }
    return low
  }
  return rows.slice(firstFrom(from), firstFrom(to + 1))
}

/** The expected payments, sorted by day, that a payment may pay. */
export const selectInWindow = <A extends Dated>(
  rows: ReadonlyArray<A>,
  { maxDaysEarly, maxDaysLate }: DayWindow,
  { day }: Dated,
): ReadonlyArray<A> => selectDays(rows, day - maxDaysLate, day + maxDaysEarly)

/**
 * The certain pairs of expected payments and payments of which nothing but the days can say which belong together; each
 * list is sorted by day. In a group that the window connects, as many payments must have arrived as were expected, and
 * the first must fit the first, and so on.
 */
export const settleInOrder = <E extends Dated, P extends Dated>(
  window: DayWindow,
  expected: ReadonlyArray<E>,
  payments: ReadonlyArray<P>,
): ReadonlyArray<{ readonly expected: E; readonly payment: P; readonly isSingle: boolean }> => {
  const groups: Array<{ readonly payments: Array<P>; last: number }> = []
  for (const payment of payments) {
    const group = groups.at(-1)
    const inWindow = selectInWindow(expected, window, payment)
    if (inWindow.length === 0) continue
    const last = (inWindow.at(-1) as E).day
    if (group && (inWindow[0] as E).day <= group.last) {
      group.payments.push(payment)
      group.last = last
    } else groups.push({ payments: [payment], last })
  }
  return groups.flatMap((group) => {
    const [first] = group.payments as [P]
    const rows = selectDays(expected, first.day - window.maxDaysLate, group.last)
    const pairs = rows.flatMap((row, index) => {
      const payment = group.payments[index]
      return payment && isInWindow(window, row, payment)
        ? [{ expected: row, payment, isSingle: rows.length === 1 }]
        : []
    })
    return pairs.length === rows.length && rows.length === group.payments.length ? pairs : []
  })
}
