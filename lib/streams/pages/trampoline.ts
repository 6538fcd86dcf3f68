/** Runs a job at once; if called from within a job, as soon as that one has returned. */
export type Trampoline = (job: () => void) => void

/** Creates a trampoline, with which a chain of synchronous jobs of any length does not grow the stack. */
export const trampoline = (): Trampoline => {
  const jobs: Array<() => void> = []
  let isRunning = false
  return (job) => {
    jobs.push(job)
    if (isRunning) return
    isRunning = true
    try {
      for (let next = jobs.shift(); next !== undefined; next = jobs.shift()) next()
    } finally {
      isRunning = false
    }
  }
}
