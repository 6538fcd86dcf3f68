import type { Observable } from 'rxjs'
import type { AccessToken } from '../model/AccessToken.js'
import type { TokenAnswer, TokenAsk, TokenStore } from '../tokens/TokenStore.js'

/** A {@link TokenStore} of Observables; all are cold. */
export interface ObservableTokenStore<A = AccessToken> extends TokenStore<A> {
  /** Emits the token, or who authenticates, and completes. */
  readonly take: (principal: string, ask: TokenAsk) => Observable<TokenAnswer<A>>
  /** Completes once the token is kept, unless the lease is lost; emits nothing. */
  readonly save: (principal: string, lease: string, token: A, left: number) => Observable<never>
  /** Completes once what the lease stands for is not there any more; emits nothing. */
  readonly forget: (principal: string, lease: string) => Observable<never>
}
