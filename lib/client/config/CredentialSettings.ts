import type { Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import type { Redacted } from '../../base/Redacted.js'
import type { AuthenticationListener } from '../../http/AuthenticationListener.js'
import type { SecretFunction } from '../../http/changingSecret.js'
import type { Policy } from '../../http/Http.js'

/** The application's secret, or the function that returns the current one. */
export type ClientSecret = Redacted<string> | SecretFunction

/** The part of a configuration that determines the credentials. */
export interface CredentialSettings {
  readonly clientId: string
  readonly clientSecret: Option<ClientSecret>
  readonly clock: Clock
  readonly timeout: number
}

/** How requests carry the application's credentials, or the headers for the gateway, which has these. */
export interface Credentials {
  readonly policy: Policy
  /** The policy of a connection without a budget, which otherwise prepares requests when there are permits for them. */
  readonly withoutBudget?: Policy
  /** Has to be called with the outcome of authentications. */
  readonly authenticationListener?: AuthenticationListener
}
