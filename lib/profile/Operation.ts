import type { Resources } from './Codecs.js'
import type { Method } from './Method.js'
import type { Dated } from './ServiceVersion.js'

/** What a request must prove: nothing but the application's id, the application itself, or one user of it. */
export type Access = 'public' | 'application' | 'user'

/**
 * An operation of the service, apart from where it is: a profile says that.
 *
 * - `key`: its name among the `paths` and `methods` of a profile.
 * - `name`: its name in events and errors, which is where a client has it: `accounts.list` is `accounts`, and
 *   `accounts.transactions.updated` is `accounts.transactions(id).updated()`.
 * - `method`: the usual one; a profile may have another.
 * - `access`: who asks.
 * - `answer`: a list with pages, one resource, or nothing of use.
 * - `of`: the resource of an answer, or of a list's rows.
 * - `about`: what the `:id` of its path names.
 * - `updatesOf`: the key of the list whose changes since a moment it gives.
 * - `effect`: what asking does beside giving an answer; default: nothing.
 * - `since`, `until`: the stage that it came with, and the first that does not have it any more.
 */
export interface Operation<K extends string = string> extends Dated {
  readonly key: K
  readonly method: Method
  readonly access: Access
  readonly answer: 'list' | 'one' | 'nothing'
  readonly of?: keyof Resources
  readonly about?: 'account' | 'bank' | 'category' | 'item' | 'stock' | 'transaction' | 'user'
  readonly updatesOf?: string
  readonly effect?: 'change' | 'refresh' | 'form' | 'session' | 'token'
}
