/** The numbers of the transactions that are pending. */
export interface PendingTransactions {
  readonly add: (index: number, postsAt: number) => void
  readonly has: (index: number) => boolean
  /** The time at which a transaction will be posted; `undefined` if it is not pending. */
  readonly postsAt: (index: number) => number | undefined
  /** Removes a transaction; returns whether it was pending. */
  readonly remove: (index: number) => boolean
  /** The transactions that are due to be posted, in the order of posting. */
  readonly due: (now: number) => ReadonlyArray<{ readonly index: number; readonly at: number }>
}

/** Creates an empty set of pending transactions. */
export const createPendingTransactions = (): PendingTransactions => {
  const postTimes = new Map<number, number>()
  return {
    add: (index, postsAt) => {
      postTimes.set(index, postsAt)
    },
    has: (index) => postTimes.has(index),
    postsAt: (index) => postTimes.get(index),
    remove: (index) => postTimes.delete(index),
    due: (now) =>
      Array.from(postTimes, ([index, at]) => ({ index, at }))
        .filter(({ at }) => at <= now)
        .sort((a, b) => a.at - b.at),
  }
}
