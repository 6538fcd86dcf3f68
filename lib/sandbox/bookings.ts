/** The accounts of a user that have transactions. */
export interface Bookings {
  /** Those of the history. */
  readonly history: ReadonlyArray<number>
  /** Those that new transactions are on, as it is now. */
  readonly open: () => ReadonlyArray<number>
  /** Those that were deleted, and all that is on them. */
  readonly closed: ReadonlySet<number>
  /** Is told what changed on an account. */
  readonly tell: (account: number, count: BookingCount) => void
}

/** How many transactions are new, updated and deleted. */
export interface BookingCount {
  readonly new: number
  readonly updated: number
  readonly deleted: number
}

/** Counts what changes by account, until it is told. */
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
