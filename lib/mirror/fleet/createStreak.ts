/** If more rounds in a row than this fail, their users are not the cause. */
const maxInARow = 10

/**
 * Counts the rounds of a worker that have failed in a row, and the users who were set aside meanwhile. It also records when
 * rounds succeeded again, and when the engine could be reached again.
 */
export const createStreak = () => {
  let failures = 0
  let pauses = 0
  let setAside: ReadonlyArray<string> = []
  let toReadmit: ReadonlyArray<string> = []
  let isLost = false
  let recoveredAt = -Infinity
  const isTooLong = (): boolean => failures > maxInARow

  return {
    isTooLong,
    failures: (): number => failures,
    /** Records that a round has succeeded, by the monotonic clock. */
    succeed: (now: number): void => {
      if (isTooLong()) recoveredAt = now
      failures = 0
      pauses = 0
      setAside = []
    },
    /** Records that the engine was lost. */
    loseEngine: (): void => {
      isLost = true
    },
    /** Records that the engine has given the worker a round, by the monotonic clock. */
    takeRound: (now: number): void => {
      if (isLost) recoveredAt = now
      isLost = false
    },
    /**
     * When the last streak that was too long has ended, or the engine was back after it was lost, by the monotonic clock;
     * `-Infinity` before.
     */
    recoveredAt: (): number => recoveredAt,
    fail: (): void => {
      failures++
      if (!isTooLong()) return
      toReadmit = [...toReadmit, ...setAside]
      setAside = []
    },
    /** Records that a user was set aside because of a failed round. */
    setAside: (id: string): void => {
      setAside = [...setAside, id]
    },
    /** Counts a pause of the worker. Returns how many there were in this streak, including this one. */
    pause: (): number => ++pauses,
    /** The users who were set aside during a streak that became too long, of which they were not the cause. */
    toReadmit: (): ReadonlyArray<string> => toReadmit,
    readmit: (id: string): void => {
      toReadmit = toReadmit.filter((one) => one !== id)
    },
  }
}

/** The rounds of a worker that have failed in a row. */
export type Streak = ReturnType<typeof createStreak>

/** So many rounds in a row have failed that the worker gives its rounds back and pauses. */
export class TooManyFailures extends Error {
  constructor(readonly last: unknown) {
    super('too many rounds in a row have failed')
  }
}
