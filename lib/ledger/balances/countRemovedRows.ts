/** The effect of a row on the balance of its account: an amount on a day. Times are in milliseconds since 1970. */
export interface Booking {
  readonly day: string
  readonly units: bigint
  readonly updatedAt: number | undefined
}

/** A booking of a row that was removed: `reversal` takes its amount back on the day of the removal. */
export interface RemovedBooking {
  readonly booking: Booking
  readonly reversal: Booking
}

/** How many removals are tried, the latest first. */
const maxRemovals = 16

/** The rows that were removed at the same moment, the latest first. */
const removalsOf = (removed: ReadonlyArray<RemovedBooking>): ReadonlyArray<ReadonlyArray<RemovedBooking>> => {
  const byMoment = new Map<number, Array<RemovedBooking>>()
  for (const one of removed) {
    const moment = one.reversal.updatedAt ?? 0
    const rows = byMoment.get(moment) ?? []
    byMoment.set(moment, rows)
    rows.push(one)
  }
  return Array.from(byMoment)
    .sort(([one], [other]) => other - one)
    .map(([, rows]) => rows)
}

/**
 * The present bookings, with those of removed rows that the told balances contain. No service says what a removal does to a
 * balance: a row may have been wrong from the start, its amount may have been paid back, or the service has lost it, and the
 * balance still contains it. So the rows of a removal count only if told balances without them contradict each other, and fewer do
 * with them.
 *
 * - `countGaps`: how many told balances are not explained by the next one and these bookings.
 */
export const countRemovedRows = (
  present: ReadonlyArray<Booking>,
  removed: ReadonlyArray<RemovedBooking>,
  countGaps: (bookings: ReadonlyArray<Booking>) => number,
): ReadonlyArray<Booking> => {
  let found = { bookings: present, gaps: countGaps(present) }
  for (const removal of removalsOf(removed).slice(0, maxRemovals)) {
    if (found.gaps === 0) break
    const lost = [...found.bookings, ...removal.map(({ booking }) => booking)]
    const reversed = [...lost, ...removal.map(({ reversal }) => reversal)]
    for (const bookings of [lost, reversed]) {
      const gaps = countGaps(bookings)
      if (gaps < found.gaps) found = { bookings, gaps }
    }
  }
  return found.bookings
}
