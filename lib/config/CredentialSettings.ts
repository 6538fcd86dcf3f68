import type { Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'
import type { GiveSecret } from '../http/changingSecret.js'
import type { Policy } from '../http/Http.js'
import type { IssueListener } from '../http/IssueListener.js'
import type { Redacted } from '../model/Redacted.js'

/** The application's secret, or the function that returns the current one. */
export type ClientSecret = Redacted<string> | GiveSecret

/** The part of a configuration that determines the credentials. */
export interface CredentialSettings {
  readonly clientId: string
  readonly clientSecret: Option<ClientSecret>
  readonly clock: Clock
  readonly timeout: number
}

/** How requests carry the application's credentials. */
export interface Credentials {
  readonly policy: Policy
  /** Has to be called with the outcome of authentications. */
  readonly issue?: IssueListener
}
