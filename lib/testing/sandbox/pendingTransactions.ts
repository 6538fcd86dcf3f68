/** The numbers of the transactions that are pending. */
export interface Pendings {
  readonly add: (index: number, postsAt: number) => void
  readonly has: (index: number) => boolean
  /** When a transaction is to be posted; `undefined` if it is not pending. */
  readonly postsAt: (index: number) => number | undefined
  /** Removes a transaction; returns whether it was pending. */
  readonly remove: (index: number) => boolean
  /** The transactions that are to be posted at or before a moment, in the order of posting. */
  readonly due: (now: number) => ReadonlyArray<{ readonly index: number; readonly at: number }>
}

/** Creates an empty set of pending transactions. */
export const createPendings = (): Pendings => {
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
