/** Runs a job at once; or, when it is called within a job, as soon as that one has returned. */
export type Trampoline = (job: () => void) => void

/** A new trampoline: a chain of synchronous jobs, however long, does not make the stack grow. */
export const trampoline = (): Trampoline => {
  const jobs: Array<() => void> = []
  let running = false
  return (job) => {
    jobs.push(job)
    if (running) return
    running = true
    try {
      for (let next = jobs.shift(); next !== undefined; next = jobs.shift()) next()
    } finally {
      running = false
    }
  }
}
