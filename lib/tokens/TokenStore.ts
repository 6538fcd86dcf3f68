import type { ObservableInput } from 'rxjs'
import type { AccessToken } from '../model/AccessToken.js'

/**
 * Who asks a {@link TokenStore} for the token of a user.
 *
 * - `lease`: a text that no other asker has, by which this one holds the lease.
 * - `leaseFor`: for how many milliseconds it holds the lease, unless it asks again with the same one.
 * - `unlike`: the lease that a token was saved with which is of no use: it was refused, or is to be renewed.
 */
export interface TokenAsk {
  readonly lease: string
  readonly leaseFor: number
  readonly unlike?: string | undefined
}

/** The token that a store keeps: `left`: how many milliseconds it lives; `lease`: with which it was saved. */
export interface KeptToken<A = AccessToken> {
  readonly _tag: 'Kept'
  readonly token: A
  readonly left: number
  readonly lease: string
}

/** What a store answers: its token; or that the asker is to authenticate now, `Leased`; or that another does, `Busy`. */
export type TokenAnswer<A = AccessToken> = KeptToken<A> | { readonly _tag: 'Leased' } | { readonly _tag: 'Busy' }

/**
 * Keeps the tokens of users outside the process, so that one authentication of a user serves all processes, also where
 * several need a token at the same moment: the store leases the authentication to one of them.
 *
 * All functions give an Observable or a Promise. A principal is a text such as
 * `https://bank.example/v2/authenticate?client_id=ID&external_user_id=A6J`: what is asked for tokens, by which
 * application, for which user. It differs where one of these three differs, and may have any character.
 *
 * - `take`: emits the token of a principal while it lives, unless it was saved with the lease `unlike`. Where there is none,
 *   it is `Leased` if nobody has the lease, if its time is over, or if this asker has it, and `Busy` otherwise. Two never
 *   hold a lease at once. The first value counts.
 * - `save`: completes once the token is kept, which lives for `left` milliseconds, and the lease has ended; keeps nothing
 *   where the lease is another's by now. What it emits is ignored.
 * - `forget`: completes once the token that was saved with this lease is no longer kept, and the lease has ended where it
 *   was held; does nothing to a token or a lease of another.
 *
 * The time that a token has left is measured by the store, so that no process needs a right clock. `tokenStoreLaws` of
 * `rxbank/node` says all this as tests. The tokens are in the clear; `sealedTokenStore` of `rxbank/node` makes one of these
 * of one that keeps bytes, `TokenStore<Uint8Array>`.
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
  readonly take: (principal: string, ask: TokenAsk) => ObservableInput<TokenAnswer<A>>
  readonly save: (principal: string, lease: string, token: A, left: number) => ObservableInput<unknown>
  readonly forget: (principal: string, lease: string) => ObservableInput<unknown>
}
