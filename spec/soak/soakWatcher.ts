import { defer, EMPTY, merge, type Observable, repeat, retry, tap, timer } from 'rxjs'
import { type ClientEvent, createClient } from '../../lib/index.js'
import { fileCheckpointStore } from '../../lib/node.js'
import type { SandboxCredentials } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import type { Sample } from './verdict.js'

/** What the sandbox's process says of itself. */
export interface SoakServer {
  readonly url: string
  readonly credentials: SandboxCredentials
  readonly itemIds: ReadonlyArray<number>
}

type Counts = { -readonly [Name in 'requests' | 'tokens' | 'updates' | 'errors' | 'ends']: Sample[Name] }

const count = (counts: Counts, event: ClientEvent): void => {
  if (event._tag === 'Requested') counts.requests++
  if (event._tag === 'TokenRenewed') counts.tokens++
  const isError = event._tag === 'Polled' ? event.error._tag === 'Some' : 'error' in event
  if (isError) counts.errors++
}

/** A watcher as one runs for months, at intervals a hundredth as long, and what it has done until now. */
export const soakWatcher = (
  { url, credentials, itemIds }: SoakServer,
  checkpoints: string,
): { readonly run$: Observable<unknown>; readonly counts: Readonly<Counts> } => {
  const counts: Counts = { requests: 0, tokens: 0, updates: 0, errors: 0, ends: 0 }
  const client = createClient({
    profile: documentedProfile,
    baseUrl: url,
    ...credentials,
    timeout: 2000,
    retry: { minDelay: 10, maxDelay: 300 },
  })
  const user = client.user({ externalUserId: 'A6J' })
  const config = {
    every: 250,
    overlap: 3000,
    limit: 50,
    store: fileCheckpointStore(checkpoints),
    process: ({ resources }: { readonly resources: ReadonlyArray<unknown> }) => {
      counts.updates += resources.length
      return EMPTY
    },
  }
  /** What a supervisor does. */
  const restarted = <A>(stream: Observable<A>): Observable<A> =>
    stream.pipe(
      retry({
        delay: (error: Error) => {
          counts.ends++
          process.stderr.write(`${error.message}\n`)
          return timer(500)
        },
      }),
    )
  const run$ = defer(() =>
    merge(
      client.events$.pipe(tap((event) => count(counts, event))),
      restarted(user.token$),
      restarted(user.transactions.watchUpdated(config)),
      restarted(user.stocks.watchUpdated(config)),
      ...itemIds.map((id) =>
        restarted(user.items.watchRefresh(id, { every: 100, deadline: 5000 })).pipe(repeat({ delay: 500 })),
      ),
    ),
  )
  return { run$, counts }
}
