import { type Observable, tap } from 'rxjs'
import type { VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { createClient } from '../../../lib/client/createClient.js'
import type { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { Sandbox } from '../../../lib/testing/sandbox/Sandbox.js'
import type { CopiedRow, Feed, Rows } from './Rows.js'

/** Reads what a service has, without faults and by no more of the library than what sends requests. */
export interface Truth {
  /** The rows of a list of a user, as JSON has them, by id. */
  readonly rows: (externalUserId: string, feed: Feed) => Rows
}

const resourcesOf = (body: string): ReadonlyArray<CopiedRow> => {
  const { resources } = JSON.parse(body) as { readonly resources?: ReadonlyArray<CopiedRow> }
  return resources ?? []
}

/** Creates the truth of a sandbox: what it answers while its faults wait. */
export const createTruth = (sandbox: Sandbox, clock: VirtualClock, profile: typeof documentedProfile): Truth => {
  const bodies: Array<string> = []
  const http: Sandbox['http'] = (request) =>
    sandbox.http(request).pipe(
      tap(({ body }) => {
        if (request.operation !== 'authenticate') bodies.push(body)
      }),
    )
  const config = { baseUrl: 'https://bank.invalid', ...sandbox.credentials, http, clock, profile, retry: { count: 0 } }

  return {
    rows: (externalUserId, feed) => {
      bodies.length = 0
      // A client of its own, so that no token is old. The list is one page; whether the client can decode it does not matter.
      const user = createClient(config).user({ externalUserId })
      const pages$ = user[feed].pages({ limit: 500 }) as Observable<unknown>
      pages$.subscribe({ error: () => undefined })
      if (bodies.length === 0) throw new Error(`the service did not answer for ${feed}`)
      return new Map(bodies.flatMap(resourcesOf).map((row) => [String(row.id), row]))
    },
  }
}
