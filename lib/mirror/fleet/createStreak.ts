/** If more rounds than this fail in a row, their users are not the cause. */
const maxFailures = 10

/**
 * Counts the failed rounds of a worker in a row, and records the users who were suspended during the streak. It also
 * records when rounds succeeded again, and when the engine was reached again.
 */
export const createStreak = () => {
  let failures = 0
  let pauses = 0
  let suspendedUsers: ReadonlyArray<string> = []
  let usersToResume: ReadonlyArray<string> = []
  let isLost = false
  let recoveredAt = -Infinity
  const isTooLong = (): boolean => failures > maxFailures

  return {
    isTooLong,
    failures: (): number => failures,
    /** Records when a round has succeeded, by the monotonic clock. */
    recordSuccess: (now: number): void => {
      if (isTooLong()) recoveredAt = now
      failures = 0
      pauses = 0
      suspendedUsers = []
    },
    /** Records that the engine was lost. */
    recordEngineLoss: (): void => {
      isLost = true
    },
    /** Records when the worker got a round, by the monotonic clock. */
    recordRound: (now: number): void => {
      if (isLost) recoveredAt = now
      isLost = false
    },
    /**
     * When the last streak that was too long ended, or the lost engine was reached again, by the monotonic clock;
     * `-Infinity` if neither has happened.
     */
    recoveredAt: (): number => recoveredAt,
    recordFailure: (): void => {
      failures++
      if (!isTooLong()) return
      usersToResume = [...usersToResume, ...suspendedUsers]
      suspendedUsers = []
    },
    /** Records that a user was suspended because of a failed round. */
    recordSuspension: (id: string): void => {
      suspendedUsers = [...suspendedUsers, id]
    },
    /** Counts a pause of the worker. Returns the number of pauses in this streak. */
    countPause: (): number => ++pauses,
    /** The users who were suspended during a streak that became too long. They were not its cause. */
    usersToResume: (): ReadonlyArray<string> => usersToResume,
    resume: (id: string): void => {
      usersToResume = usersToResume.filter((user) => user !== id)
    },
  }
}

/** The rounds of a worker that have failed in a row. */
export type Streak = ReturnType<typeof createStreak>

/** Too many rounds in a row have failed, so the worker releases its rounds and pauses. */
export class TooManyFailures extends Error {
  constructor(readonly lastError: unknown) {
    super('too many rounds in a row have failed')
  }
}
