/** The effect of a row on the balance of its account: an amount on a day. Times are in milliseconds since 1970. */
export interface Booking {
  readonly day: string
  readonly units: bigint
  readonly updatedAt: number | undefined
}

/** The booking of a removed row. `reversal` is a booking of the opposite amount, on the day of the removal. */
export interface RemovedBooking {
  readonly booking: Booking
  readonly reversal: Booking
}

/** The maximum number of removals that are tried, the latest first. */
const maxRemovals = 16

/** Groups removed rows by the time of their removal, the latest first. */
const groupByRemoval = (removed: ReadonlyArray<RemovedBooking>): ReadonlyArray<ReadonlyArray<RemovedBooking>> => {
  const byMoment = new Map<number, Array<RemovedBooking>>()
  for (const row of removed) {
    const moment = row.reversal.updatedAt ?? 0
    const rows = byMoment.get(moment) ?? []
    byMoment.set(moment, rows)
    rows.push(row)
  }
  return Array.from(byMoment)
    .sort(([one], [other]) => other - one)
    .map(([, rows]) => rows)
}

/**
 * The present bookings, and those of removed rows that the reported balances contain. Services do not report how a removal
 * affects a balance: the row may have been wrong from the start, its amount may have been paid back, or the service may have
 * lost the row while the balance still contains it. So the rows of a removal count only if fewer reported balances
 * contradict each other with these rows than without them.
 *
 * - `countGaps`: counts the reported balances that do not agree with the next balance and these bookings.
 */
export const countRemovedRows = (
  present: ReadonlyArray<Booking>,
  removed: ReadonlyArray<RemovedBooking>,
  countGaps: (bookings: ReadonlyArray<Booking>) => number,
): ReadonlyArray<Booking> => {
  let best = { bookings: present, gaps: countGaps(present) }
  for (const removal of groupByRemoval(removed).slice(0, maxRemovals)) {
    if (best.gaps === 0) break
    const withRows = [...best.bookings, ...removal.map(({ booking }) => booking)]
    const withReversals = [...withRows, ...removal.map(({ reversal }) => reversal)]
    for (const bookings of [withRows, withReversals]) {
      const gaps = countGaps(bookings)
      if (gaps < best.gaps) best = { bookings, gaps }
    }
  }
  return best.bookings
}
