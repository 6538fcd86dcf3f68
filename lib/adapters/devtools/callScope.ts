import type { Cause } from './Inspection.js'

/** Tracks the cause of the requests that the running code makes. */
export interface CallScope {
  readonly current: () => Cause
  /** Calls `run`, with `cause` as the current cause. */
  readonly runWith: (cause: Cause, run: () => void) => void
}

/** The client defers no work to a later turn of the event loop, so the call stack shows the cause of each request. */
export const createCallScope = (): CallScope => {
  let current: Cause = { _tag: 'Unknown' }
  return {
    current: () => current,
    runWith: (cause, run) => {
      const previous = current
      current = cause
      try {
        run()
      } finally {
        current = previous
      }
    },
  }
}
