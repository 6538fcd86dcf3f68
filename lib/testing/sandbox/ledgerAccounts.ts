/** The accounts of a user that have transactions. */
export interface Bookings {
  /** The accounts that the generated history of transactions uses. */
  readonly history: ReadonlyArray<number>
  /** The accounts that can have new transactions at present. */
  readonly open: () => ReadonlyArray<number>
  /** The accounts that were deleted with their transactions, and those without access to their data. */
  readonly closed: ReadonlySet<number>
  /** Those of the deleted accounts whose transactions are still shown as deleted. */
  readonly traced: ReadonlySet<number>
  /** Called with the numbers of transactions that have changed on an account. */
  readonly tell: (account: number, count: BookingCount) => void
}

/** How many transactions are new, updated and deleted. */
export interface BookingCount {
  readonly new: number
  readonly updated: number
  readonly deleted: number
}

/** Counts changes by account. Its `tell` reports the counts and resets them to zero. */
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
