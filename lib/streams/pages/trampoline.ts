/** Runs a job at once or, if another job is running, as soon as that one has returned. */
export type Trampoline = (job: () => void) => void

/** Creates a trampoline. With it the stack does not grow, however long a chain of synchronous jobs is. */
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
