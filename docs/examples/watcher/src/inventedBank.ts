import { Worker } from 'node:worker_threads'
import { Observable } from 'rxjs'
import type { Bank } from './settings.js'

/** Where the invented bank is, and whom it knows. */
export interface InventedBank extends Bank {
  readonly users: ReadonlyArray<string>
}

/**
 * An invented bank in a thread of its own, where nothing that happens is seen by the service. Cold; emits once it answers;
 * unsubscribing ends it. A thread is sent no signals, so Ctrl-C does not take it from a service that is still ending.
 */
export const inventedBank = new Observable<InventedBank>((subscriber) => {
  const worker = new Worker(new URL('./bank.js', import.meta.url))
  worker.on('message', (bank: InventedBank) => subscriber.next(bank))
  worker.on('error', (error) => subscriber.error(error))
  return () => void worker.terminate()
})
