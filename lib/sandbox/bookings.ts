/** The accounts of a user that have transactions. */
export interface Bookings {
  /** Those that the transactions of the history are on. */
  readonly history: ReadonlyArray<number>
  /** Those that new transactions can be on at present. */
  readonly open: () => ReadonlyArray<number>
  /** Those that were deleted, with their transactions. */
  readonly closed: ReadonlySet<number>
  /** Called with the number of transactions that changed on an account. */
  readonly tell: (account: number, count: BookingCount) => void
}

/** How many transactions are new, updated and deleted. */
export interface BookingCount {
  readonly new: number
  readonly updated: number
  readonly deleted: number
}

/** Counts changes by account; its `tell` passes the counts on, and begins again at zero. */
export const createTally = (tell: Bookings['tell']) => {
  const counts = new Map<number, BookingCount>()
  return {
    add: (account: number, kind: keyof BookingCount): void => {
      const count = counts.get(account) ?? { new: 0, updated: 0, deleted: 0 }
      counts.set(account, { ...count, [kind]: count[kind] + 1 })
    },
    tell: (): void => {
      const all = [...counts]
      counts.clear()
      for (const [account, count] of all) tell(account, count)
    },
  }
}
