/** More rounds in a row than these, of whatever users, fail for a reason that is not their users'. */
const mostInARow = 10

/** The rounds of a worker that have failed since one has ended well. */
export const createStreak = () => {
  let failures = 0
  let pauses = 0
  let recent: ReadonlyArray<string> = []
  let readmitted: ReadonlyArray<string> = []
  const isTooLong = (): boolean => failures > mostInARow

  return {
    isTooLong,
    failures: (): number => failures,
    /** A round has ended well. */
    break: (): void => {
      failures = 0
      pauses = 0
      recent = []
    },
    fail: (): void => {
      failures++
      if (!isTooLong()) return
      readmitted = [...readmitted, ...recent]
      recent = []
    },
    /** A user was set aside for a round that has failed. */
    setAside: (id: string): void => {
      recent = [...recent, id]
    },
    /** Begins a pause: how many there were in this streak, with the one that begins. */
    pause: (): number => ++pauses,
    /** Those who were set aside in a streak that became too long: it was not for a reason of theirs. */
    toReadmit: (): ReadonlyArray<string> => readmitted,
    readmit: (id: string): void => {
      readmitted = readmitted.filter((one) => one !== id)
    },
  }
}

/** The rounds of a worker that have failed since one has ended well. */
export type Streak = ReturnType<typeof createStreak>

/** So many rounds in a row have failed that the worker had better leave. */
export class TooManyFailures extends Error {
  constructor(readonly last: unknown) {
    super('too many rounds in a row have failed')
  }
}
