import type { Cause } from './Inspection.js'

/** What runs at this moment, as the cause of what it makes. */
export interface CallScope {
  readonly current: () => Cause
  /** Runs `work`, and what it calls, with `cause` as what runs. */
  readonly within: (cause: Cause, work: () => void) => void
}

/** Nothing in the client is put off to a later turn, so the call stack tells what causes what. */
export const callScope = (): CallScope => {
  let current: Cause = { _tag: 'Unknown' }
  return {
    current: () => current,
    within: (cause, work) => {
      const before = current
      current = cause
      try {
        work()
      } finally {
        current = before
      }
    },
  }
}
