/** The accounts that a user's ledger books transactions on. */
export interface LedgerAccounts {
  /** The accounts that the history of transactions uses. */
  readonly history: ReadonlyArray<number>
  /** The accounts that can currently have new transactions. */
  readonly open: () => ReadonlyArray<number>
  /** The accounts that were deleted with their transactions, and those without access to their data. */
  readonly inaccessibleAccounts: ReadonlySet<number>
  /** The deleted accounts whose transactions the lists of updated transactions still show, as deleted. */
  readonly tombstonedAccounts: ReadonlySet<number>
  /** Called with the counts of transactions that have changed on an account. */
  readonly report: (account: number, count: TransactionCounts) => void
}

/** How many transactions are new, updated and deleted. */
export interface TransactionCounts {
  readonly new: number
  readonly updated: number
  readonly deleted: number
}

/** Counts changes by account. `report` passes the counts on and resets them to zero. */
export const createTally = (report: LedgerAccounts['report']) => {
  const counts = new Map<number, TransactionCounts>()
  return {
    add: (account: number, kind: keyof TransactionCounts): void => {
      const count = counts.get(account) ?? { new: 0, updated: 0, deleted: 0 }
      counts.set(account, { ...count, [kind]: count[kind] + 1 })
    },
    report: (): void => {
      const all = [...counts]
      counts.clear()
      for (const [account, count] of all) report(account, count)
    },
  }
}
