import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Bank, Question, Rows } from './messages.js'

/** The invented bank, in a thread of its own. */
export interface BankThread {
  readonly bank: Bank
  /** Has nothing more happen there. */
  readonly rest: () => void
  /** All rows, after which nothing more happens. */
  readonly rows: () => Promise<Rows>
  readonly stop: () => Promise<unknown>
}

/** Starts the bank. A thread is sent no signals, so Ctrl-C does not take it from those who still ask. */
export const startBank = async (users: number): Promise<BankThread> => {
  const thread = new Worker(new URL('./bank.js', import.meta.url), { workerData: { users } })
  const answer = async <A>(question?: Question): Promise<A> => {
    const answered = once(thread, 'message') as Promise<[A]>
    if (question !== undefined) thread.postMessage(question)
    return (await answered)[0]
  }
  const { bank } = await answer<{ readonly bank: Bank }>()
  return {
    bank,
    rest: () => thread.postMessage('rest'),
    rows: async () => (await answer<{ readonly rows: Rows }>('rows')).rows,
    stop: () => thread.terminate(),
  }
}
