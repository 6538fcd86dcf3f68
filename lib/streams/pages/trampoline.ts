/** Runs a job at once or, if another job is running, as soon as that one has returned. */
export type Trampoline = (job: () => void) => void

/** Creates a trampoline, so that a long chain of synchronous jobs does not overflow the stack. */
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
