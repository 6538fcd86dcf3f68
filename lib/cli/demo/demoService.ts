import { map, Observable } from 'rxjs'
import type { Client } from '../../client/Client.js'
import { createClient } from '../../client/createClient.js'
import { documentedProfile } from '../../service/profile/documentedProfile.js'
import { createSandbox } from '../../testing/sandbox/createSandbox.js'
import type { Sandbox } from '../../testing/sandbox/Sandbox.js'

/** The sizes and times of the demo. Times are in milliseconds. */
export const demoSizes = {
  /** Short, so that the demo shows a renewal. */
  tokenLifetime: 15_000,
  /** Added to each page, so that viewers can follow the pages. */
  latency: 60,
  transactions: 30_000,
  pageSize: 500,
  stocks: 40,
} as const

/** A sandbox and its client. */
export interface DemoService {
  readonly sandbox: Sandbox
  readonly client: Client
  readonly baseUrl: string
  readonly seed: number
  /** The number of transactions of the user. */
  readonly transactions: number
}

/** Opens the sandbox on a port of this machine, and emits it with a client; unsubscribing closes the port. */
export const openDemoService = (seed: number, port: number): Observable<DemoService> => {
  const { transactions, stocks, tokenLifetime } = demoSizes
  const sandbox = createSandbox({ profile: documentedProfile, seed, users: 1, transactions, stocks, tokenLifetime })
  const baseUrl$ = new Observable<string>((subscriber) => {
    // Closing the port prints unused faults, so they must be cleared first; `finalize` would clear them afterwards.
    subscriber.add(() => {
      sandbox.faults.clear()
    })
    return sandbox.listen(port).subscribe(subscriber)
  })
  return baseUrl$.pipe(
    map((baseUrl) => ({
      sandbox,
      baseUrl,
      seed,
      transactions,
      client: createClient({ profile: documentedProfile, baseUrl, ...sandbox.credentials }),
    })),
  )
}
