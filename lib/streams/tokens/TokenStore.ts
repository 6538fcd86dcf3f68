import type { ObservableInput } from 'rxjs'
import type { AccessToken } from '../../service/model/AccessToken.js'

/**
 * The request of a process to a {@link TokenStore} for the token of a user.
 *
 * - `lease`: a text that is unique to this request and identifies the holder of the lease.
 * - `leaseFor`: the milliseconds for which the process gets the lease. Another request with the same `lease` renews it.
 * - `unusableLease`: the lease of a saved token that cannot be used, because it was refused or has to be renewed.
 */
export interface TokenRequest {
  readonly lease: string
  readonly leaseFor: number
  readonly unusableLease?: string | undefined
}

/** A token from a store. `remaining`: the milliseconds until it expires. `lease`: the lease with which it was saved. */
export interface StoredToken<A = AccessToken> {
  readonly _tag: 'Stored'
  readonly token: A
  readonly remaining: number
  readonly lease: string
}

/**
 * The response of a store.
 *
 * - `Stored`: its token.
 * - `Leased`: this process must authenticate now.
 * - `Busy`: another process authenticates.
 * - `Unreadable`: there is a token that this process cannot decrypt. Other processes continue to use it.
 */
export type TokenResponse<A = AccessToken> =
  | StoredToken<A>
  | { readonly _tag: 'Leased' }
  | { readonly _tag: 'Busy' }
  | { readonly _tag: 'Unreadable' }

/**
 * Stores the tokens of users outside the process, so that several processes share one authentication of a user. If they
 * need a token at the same time, the store leases the authentication to one of them.
 *
 * All functions return an Observable or a Promise. A principal is a text such as
 * `https://bank.example/v2/authenticate?client_id=ID&external_user_id=A6J`: the address that issues tokens, the
 * application and the user. Principals that differ in any of these are different texts. A principal may contain any
 * character.
 *
 * - `take`: emits the token of a principal if it has not expired and was not saved with the lease `unusableLease`.
 *   Otherwise it emits `Leased` if there is no lease, if the lease has expired, or if this process has it, and `Busy`
 *   if another process has it. Two processes never have a lease at once. The first value counts.
 * - `save`: stores the token for `remaining` milliseconds and releases the lease; stores nothing if another process has
 *   the lease. Completes when this is done; its values are ignored.
 * - `forget`: deletes the token that was saved with this lease, and releases the lease; changes no token and no lease
 *   of another process. Completes when this is done; its values are ignored.
 *
 * The store measures the remaining time of a token, so the clocks of the processes need not be right. Tokens are stored
 * unencrypted; `sealedTokenStore` of `rxbank/node` encrypts them for a store of bytes, `TokenStore<Uint8Array>`.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { memoryTokenStore } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http, journal } = createSandbox({ profile: bridge2025 })
 * const config = { profile: bridge2025, ...credentials, http, tokenStore: memoryTokenStore() }
 * for (const client of [createClient(config), createClient(config)])
 *   await firstValueFrom(client.user({ externalUserId: 'A6J' }).items.pages())
 * assert.deepStrictEqual(journal.counts().routes, { authenticate: 1, items: 2 })
 */
export interface TokenStore<A = AccessToken> {
  readonly take: (principal: string, ask: TokenRequest) => ObservableInput<TokenResponse<A>>
  readonly save: (principal: string, lease: string, token: A, remaining: number) => ObservableInput<unknown>
  readonly forget: (principal: string, lease: string) => ObservableInput<unknown>
}
