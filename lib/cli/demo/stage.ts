import { map, type Observable } from 'rxjs'
import { type Client, createClient } from '../../index.js'
import { createSandbox, type Sandbox } from '../../sandbox/index.js'

/** What the demo is played with. Milliseconds. */
export const measures = {
  /** Short, so that a renewal is seen. */
  tokenLifetime: 15_000,
  /** Added to each page, so that pages can be watched. */
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
  /** How many the user has. */
  readonly transactions: number
}

/** Opens the sandbox on a port of this machine, and makes a client of it; unsubscribing closes the port. */
export const openStage = (seed: number, port: number): Observable<Stage> => {
  const { transactions, stocks, tokenLifetime } = measures
  const sandbox = createSandbox({ seed, users: 1, transactions, stocks, tokenLifetime })
  return sandbox.listen(port).pipe(
    map((baseUrl) => ({
      sandbox,
      baseUrl,
      seed,
      transactions,
      client: createClient({ baseUrl, ...sandbox.credentials }),
    })),
  )
}
