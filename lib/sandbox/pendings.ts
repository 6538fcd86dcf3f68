/** The transactions that are pending, by their numbers. */
export interface Pendings {
  readonly add: (index: number, postsAt: number) => void
  readonly has: (index: number) => boolean
  /** Takes one out, or answers that it is not among them. */
  readonly take: (index: number) => boolean
  /** Those that post until a moment, the first to post first. */
  readonly due: (now: number) => ReadonlyArray<{ readonly index: number; readonly at: number }>
}

/** No pending transactions. */
export const createPendings = (): Pendings => {
  const posts = new Map<number, number>()
  return {
    add: (index, postsAt) => {
      posts.set(index, postsAt)
    },
    has: (index) => posts.has(index),
    take: (index) => posts.delete(index),
    due: (now) =>
      Array.from(posts, ([index, at]) => ({ index, at }))
        .filter(({ at }) => at <= now)
        .sort((a, b) => a.at - b.at),
  }
}
