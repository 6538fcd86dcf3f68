import type { Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'
import type { GiveSecret } from '../http/changingSecret.js'
import type { Policy } from '../http/Http.js'
import type { IssueListener } from '../http/IssueListener.js'
import type { Redacted } from '../model/Redacted.js'

/** The application's secret: one that stays, or the function that gives it as it is now. */
export type ClientSecret = Redacted<string> | GiveSecret

/** What of a configuration credentials are made of. */
export interface CredentialSettings {
  readonly clientId: string
  readonly clientSecret: Option<ClientSecret>
  readonly clock: Clock
  readonly timeout: number
}

/** How requests carry the application's credentials. */
export interface Credentials {
  readonly policy: Policy
  /** What has to be told of authentications. */
  readonly issue?: IssueListener
}
