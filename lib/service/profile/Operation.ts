import type { Resources } from './Codecs.js'
import type { ApiVersionRange } from './ServiceVersion.js'

/** The methods of the API. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who must be authenticated: nobody (the application's id is enough), the application, or one of its users. */
export type Access = 'public' | 'application' | 'user'

/**
 * An operation of the service, without its path, which the profile has.
 *
 * - `key`: its name among the `paths` and `methods` of a profile.
 * - `name`: its name in events and errors, which follows the structure of a client: `accounts.list` is `accounts`, and
 *   `accounts.transactions.updated` is `accounts.transactions(id).updated()`.
 * - `method`: the usual one; a profile may have another.
 * - `access`: who must be authenticated.
 * - `response`: a list with pages, one resource, or nothing that is decoded.
 * - `resource`: the resource in a response, or in a list's rows.
 * - `subject`: the kind of resource whose id replaces `:id` in its path.
 * - `updatesOf`: the key of the list whose changes the operation lists.
 * - `effect`: what the request changes; default: nothing.
 * - `needsActivation`: whether the service offers it only to applications for which it was activated. For others the
 *   response is a 403 or 404.
 * - `since`, `until`: the first API version that has it, and the first later API version that does not.
 */
export interface Operation<K extends string = string> extends ApiVersionRange {
  readonly key: K
  readonly method: HttpMethod
  readonly access: Access
  readonly response: 'list' | 'one' | 'nothing'
  readonly resource?: keyof Resources
  readonly subject?: 'account' | 'bank' | 'category' | 'item' | 'stock' | 'transaction' | 'user'
  readonly updatesOf?: string
  readonly needsActivation?: true
  readonly effect?: 'change' | 'refresh' | 'form' | 'session' | 'token'
}
