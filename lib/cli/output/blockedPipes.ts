let waiting = 0

/** Whether work waits until another process opens a pipe or reads from it. */
export const isBlockedOnPipe = (): boolean => waiting > 0

/** Counts work that may be blocked by the other end of a pipe, until it is done. */
export const countBlocked = async <A>(work: Promise<A>): Promise<A> => {
  waiting += 1
  try {
    return await work
  } finally {
    waiting -= 1
  }
}
