import type { ObservableInput } from 'rxjs'
import type { AccessToken } from '../../service/model/AccessToken.js'

/**
 * How a process asks a {@link TokenStore} for the token of a user.
 *
 * - `lease`: a text that is unique to this request; it identifies the holder of the lease.
 * - `leaseFor`: for how many milliseconds the process gets the lease. Asking again with the same `lease` renews it.
 * - `unusableLease`: the lease of a saved token that cannot be used, because it was refused or has to be renewed.
 */
export interface TokenRequest {
  readonly lease: string
  readonly leaseFor: number
  readonly unusableLease?: string | undefined
}

/** A token of a store, with `left`, the milliseconds until it ends, and `lease`, the lease with which it was saved. */
export interface KeptToken<A = AccessToken> {
  readonly _tag: 'Kept'
  readonly token: A
  readonly remaining: number
  readonly lease: string
}

/**
 * The answer of a store: its token; or `Leased`, if the process has to authenticate now; or `Busy`, if another process
 * does; or `Unreadable`, if there is a token that this process cannot decrypt, and which the others go on to use.
 */
export type TokenAnswer<A = AccessToken> =
  | KeptToken<A>
  | { readonly _tag: 'Leased' }
  | { readonly _tag: 'Busy' }
  | { readonly _tag: 'Unreadable' }

/**
 * Stores the tokens of users outside the process, so that all processes share one authentication of a user. If several
 * processes need a token at the same moment, the store leases the authentication to one of them.
 *
 * All functions return an Observable or a Promise. A principal is a text such as
 * `https://bank.example/v2/authenticate?client_id=ID&external_user_id=A6J`: the address that issues tokens, the
 * application and the user. Principals that differ in one of the three are different texts. A principal may contain any
 * character.
 *
 * - `take`: emits the token of a principal if it has not ended and was not saved with the lease `unusableLease`. Otherwise it
 *   emits `Leased` if there is no lease, if the lease has ended, or if this process has it, and `Busy` if another
 *   process has it. Two processes never have a lease at once. The first value counts.
 * - `save`: completes once the token is stored for `left` milliseconds and the lease has ended; stores nothing if
 *   another process has the lease. What it emits is ignored.
 * - `forget`: completes once the token that was saved with this lease is deleted, and the lease has ended if it was
 *   held; does not change a token or a lease of another process.
 *
 * The store measures the time that a token has left, so the clocks of the processes need not be right. `tokenStoreLaws`
 * of `rxbank/node` tests all of this. Tokens are stored unencrypted; `sealedTokenStore` of `rxbank/node` encrypts them
 * for a store of bytes, `TokenStore<Uint8Array>`.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { memoryTokenStore } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http, journal } = createSandbox()
 * const config = { baseUrl: 'https://bank.example', ...credentials, http, tokenStore: memoryTokenStore() }
 * for (const client of [createClient(config), createClient(config)])
 *   await firstValueFrom(client.user({ externalUserId: 'A6J' }).items.pages())
 * assert.deepStrictEqual(journal.counts().routes, { authenticate: 1, items: 2 })
 */
export interface TokenStore<A = AccessToken> {
  readonly take: (principal: string, ask: TokenRequest) => ObservableInput<TokenAnswer<A>>
  readonly save: (principal: string, lease: string, token: A, remaining: number) => ObservableInput<unknown>
  readonly forget: (principal: string, lease: string) => ObservableInput<unknown>
}
