import type { WorkConfig } from './Engine.js'

/** Whether a worker with this concurrency takes rounds. A worker that takes none is paused. */
export const takesRounds = ({ scheduled, immediate }: WorkConfig['concurrency']): boolean =>
  scheduled > 0 || immediate > 0
