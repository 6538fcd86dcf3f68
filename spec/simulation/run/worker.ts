import { parentPort } from 'node:worker_threads'
import type { Job, Outcome } from './Job.js'
import { runShard } from './runShard.js'
import { shrink, type Shrunk } from './shrink.js'

/** What a worker is asked for. */
export interface Task {
  readonly index: number
  readonly job: Job
  readonly isTraced: boolean
  readonly shrinks: boolean
}

/** What it answers. */
export interface Report {
  readonly index: number
  readonly outcome: Outcome
  readonly shrunk?: Shrunk
  /** Bytes of the heap afterwards. */
  readonly heap: number
}

const report = ({ index, job, isTraced, shrinks }: Task): Report => {
  const outcome = runShard(job, isTraced)
  const { heapUsed: heap } = process.memoryUsage()
  const { broken } = outcome
  return broken === undefined || !shrinks
    ? { index, outcome, heap }
    : { index, outcome, heap, shrunk: shrink(job, broken, outcome.done) }
}

/** Runs the tasks that come in, one after the other. */
export const work = (): void => {
  parentPort?.on('message', (task: Task) => parentPort?.postMessage(report(task)))
}
