let waiting = 0

/** Whether the other end of a pipe is waited for: for somebody to open it, or to read. */
export const waitsForOtherEnd = (): boolean => waiting > 0

/** Notes, as long as it takes, that work may be waiting for the other end of a pipe. */
export const withOtherEnd = async <A>(work: Promise<A>): Promise<A> => {
  waiting += 1
  try {
    return await work
  } finally {
    waiting -= 1
  }
}
