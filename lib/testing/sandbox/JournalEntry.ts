import type { Redacted } from '../../base/Redacted.js'
import type { FaultKind } from './FaultKind.js'
import type { RouteName } from './routes.js'

/** How a request ended: the status of its answer, or the reason why it has none. */
export type Outcome = number | 'pending' | 'aborted' | 'disconnected'

/**
 * One request that the sandbox received.
 *
 * - `number`: the number of the request, counted from 1.
 * - `time`: when it arrived, by the sandbox's time.
 * - `path`: its path, which begins with a root such as `/v2`.
 * - `query`: the text after the `?`, unchanged except that secrets and passwords are replaced by `<redacted>`.
 * - `headers`: by lower-case name; `authorization` and `client-secret` are redacted.
 * - `body`: redacted; `reveal` opens redacted values.
 * - `route`: the profile's name for the path.
 * - `userUuid`: the user that the request is about, according to its token, its path or its body.
 * - `faults`: the kinds of the faults that were applied to it.
 * - `status`: the status of the answer; `pending` while there is none, `aborted` when the client disconnected,
 *   `disconnected` when a fault ended the connection.
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
