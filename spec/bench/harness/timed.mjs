const since = (start, cpu) => {
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return [wall, (user + system) / 1000]
}

/** Runs a task: milliseconds by the clock, then those of the processor, all threads of the process together. */
export const timed = async (task) => {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await task()
  return since(start, cpu)
}

/** The same of a task that is over when it returns: it may take microseconds. */
export const timedSync = (task) => {
  const cpu = process.cpuUsage()
  const start = performance.now()
  task()
  return since(start, cpu)
}
