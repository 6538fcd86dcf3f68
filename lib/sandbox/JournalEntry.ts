import type { Redacted } from '../model/Redacted.js'
import type { FaultKind } from './FaultKind.js'
import type { RouteName } from './routes.js'

/** How a request ended: the status of its answer, or why there was no answer. */
export type Outcome = number | 'pending' | 'aborted' | 'disconnected'

/**
 * One request that the sandbox received.
 *
 * - `number`: of the request, counted from 1.
 * - `time`: when it arrived, by the sandbox's time.
 * - `path`: from its root on, such as `/v2`.
 * - `query`: what follows the `?`, byte for byte, but `<redacted>` for secrets and passwords.
 * - `headers`: by lower-case name; `authorization` and `client-secret` are redacted, and so is `body`: `reveal` opens
 *   them.
 * - `route`: the profile's name for the path.
 * - `userUuid`: the user whom it is about, according to its token or to what it asked for.
 * - `faults`: the kinds of the faults that were applied to it.
 * - `status`: that of the answer; `pending` while there is none, `aborted` when the client left, `disconnected` when a
 *   fault took the connection.
 */
export interface JournalEntry {
  readonly number: number
  readonly time: Date
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | Redacted<string>>>
  readonly body: Redacted<string>
  readonly route: RouteName | 'unknown'
  readonly userUuid: string | undefined
  readonly faults: ReadonlyArray<FaultKind['kind']>
  readonly status: Outcome
}
