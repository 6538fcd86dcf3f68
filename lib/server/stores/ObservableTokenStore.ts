import type { Observable } from 'rxjs'
import type { AccessToken } from '../../service/model/AccessToken.js'
import type { TokenRequest, TokenResponse, TokenStore } from '../../streams/tokens/TokenStore.js'

/** A {@link TokenStore} whose functions return cold Observables. */
export interface ObservableTokenStore<A = AccessToken> extends TokenStore<A> {
  /** Emits the token, or whether this process or another one has to authenticate, and completes. */
  readonly take: (principal: string, ask: TokenRequest) => Observable<TokenResponse<A>>
  /** Completes once the token is stored; stores nothing if the lease was lost. Emits nothing. */
  readonly save: (principal: string, lease: string, token: A, left: number) => Observable<never>
  /** Completes once the token that was saved with this lease is deleted, and the lease has ended; emits nothing. */
  readonly forget: (principal: string, lease: string) => Observable<never>
}
