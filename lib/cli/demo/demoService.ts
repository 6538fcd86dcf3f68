import { map, Observable } from 'rxjs'
import { type Client, createClient } from '../../index.js'
import { createSandbox, type Sandbox } from '../../sandbox.js'

/** The sizes and times of the demo. Times in milliseconds. */
export const measures = {
  /** Short, so that the demo shows a renewal. */
  tokenLifetime: 15_000,
  /** Added to each page, so that reading pages can be seen. */
  latency: 60,
  transactions: 30_000,
  pageSize: 500,
  stocks: 40,
} as const

/** A service and a client of it. */
export interface Stage {
  readonly sandbox: Sandbox
  readonly client: Client
  readonly baseUrl: string
  readonly seed: number
  /** The number of transactions of the user. */
  readonly transactions: number
}

/** Opens the sandbox on a port of this machine, and makes a client of it; unsubscribing closes the port. */
export const openStage = (seed: number, port: number): Observable<Stage> => {
  const { transactions, stocks, tokenLifetime } = measures
  const sandbox = createSandbox({ seed, users: 1, transactions, stocks, tokenLifetime })
  const listening$ = new Observable<string>((subscriber) => {
    // Before the port is closed, which prints a line about the faults that applied to nothing yet. The operator `finalize`
    // would clear them after it.
    subscriber.add(() => {
      sandbox.faults.clear()
    })
    return sandbox.listen(port).subscribe(subscriber)
  })
  return listening$.pipe(
    map((baseUrl) => ({
      sandbox,
      baseUrl,
      seed,
      transactions,
      client: createClient({ baseUrl, ...sandbox.credentials }),
    })),
  )
}
