import type { Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import { notAllowed } from '../../base/codec/guardCodec.js'
import type { Redacted } from '../../base/Redacted.js'
import type { SecretFunction } from '../../http/changingSecret.js'
import type { AuthenticationListener } from '../../http/Connection.js'
import type { Policy } from '../../http/Http.js'

/** The codec of `clientSecret` in a browser. */
export const noSecret = /* @__PURE__ */ notAllowed(
  'no secret in a browser, where everyone can read it: keep it on your server, and use createGatewayClient',
)

/** The application's secret, or the function that returns the current one. */
export type ClientSecret = Redacted<string> | SecretFunction

/** The part of a configuration that determines the credentials. */
export interface CredentialSettings {
  readonly clientId: string
  readonly clientSecret: Option<ClientSecret>
  readonly clock: Clock
  readonly timeout: number
}

/** How requests get the application's credentials, or the headers for a gateway, which adds the credentials itself. */
export interface Credentials {
  readonly policy: Policy
  /** For connections without a budget: the policy that prepares requests instead of the budget. */
  readonly withoutBudget?: Policy
  /** Receives the outcome of authentications. */
  readonly authenticationListener?: AuthenticationListener
}
