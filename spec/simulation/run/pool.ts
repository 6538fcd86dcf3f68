import { Worker } from 'node:worker_threads'
import { Observable } from 'rxjs'
import type { Report, Task } from './worker.js'

/**
 * Runs tasks on threads of this program.
 *
 * Cold. Emits the reports in the order of the tasks, and completes; unsubscribing ends the threads.
 */
export const pool = (program: string, tasks: ReadonlyArray<Task>, size: number): Observable<Report> =>
  new Observable((subscriber) => {
    const waiting = new Map<number, Report>()
    let next = 0
    let emitted = 0

    const give = (worker: Worker): void => {
      const task = tasks[next++]
      if (task !== undefined) worker.postMessage(task)
    }

    const take = (report: Report): void => {
      waiting.set(report.index, report)
      for (let first = waiting.get(emitted); first !== undefined; first = waiting.get(++emitted)) {
        waiting.delete(emitted)
        subscriber.next(first)
      }
      if (emitted === tasks.length) subscriber.complete()
    }

    const workers = Array.from({ length: Math.min(size, tasks.length) }, () => {
      const worker = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: 96 } })
      worker.on('message', (report: Report) => {
        give(worker)
        take(report)
      })
      worker.on('error', (error) => subscriber.error(error))
      give(worker)
      return worker
    })
    if (tasks.length === 0) subscriber.complete()
    return () => {
      for (const worker of workers) void worker.terminate()
    }
  })
