/** How to wait. */
interface Wait {
  /** What lets time pass between two checks; default: 5 ms. */
  readonly turn?: () => PromiseLike<unknown>
  /** How many milliseconds a busy machine has, fewer than a spec; default 50,000. */
  readonly deadline?: number
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

/**
 * Waits until a condition holds. It fails at a deadline: how many turns of the event loop another process needs, such as a
 * database, depends on how busy the machine is.
 */
export const waitUntil = async (
  isMet: () => boolean | PromiseLike<boolean>,
  { turn = pause, deadline = 50_000 }: Wait = {},
): Promise<void> => {
  const end = performance.now() + deadline
  while (!(await isMet())) {
    if (performance.now() > end) throw new Error(`not so within ${String(deadline)} ms: ${String(isMet)}`)
    await turn()
  }
}
