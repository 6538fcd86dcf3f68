import { isNone, none, type Option, some } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { object } from '../../base/codec/object.js'
import { isBrowser } from '../../base/platform/isBrowser.js'
import { redact } from '../../base/Redacted.js'
import { changingSecret, type SecretFunction } from '../../http/changingSecret.js'
import { addClientId, addCredentials } from '../../http/policies/addCredentials.js'
import { prepareAtOnce } from '../../http/policies/identifyAttempts.js'
import { rotateCredentials } from '../../http/policies/rotateCredentials.js'
import { isSandboxSecret } from '../../http/sandboxSecret.js'
import type { CredentialPlacement } from '../../service/profile/credentialPlacement.js'
import { headerText } from './connectionSettings.js'
import { type ClientSecret, type Credentials, type CredentialSettings, noSecret } from './CredentialSettings.js'

const secretOrFunction = guardCodec(
  `${headerText.name}, or a function that returns them`,
  (u): u is string | SecretFunction => typeof u === 'function' || headerText.is(u),
)

/**
 * The codec of `clientSecret` in a configuration. In a browser it accepts the secret of the sandbox whose transport the
 * configuration has as `http`, and no other.
 */
export const secretCodec = (config: unknown): t.Mixed => {
  if (!isBrowser()) return secretOrFunction
  const http = object.is(config) ? config.http : undefined
  return guardCodec(noSecret.name, (u): u is string => isSandboxSecret(http, u))
}

/** The secret of a configuration, redacted. */
export const redactSecret = (secret: string | SecretFunction | undefined): Option<ClientSecret> => {
  if (secret === undefined) return none
  return some(typeof secret === 'function' ? secret : redact(secret))
}

/** The import `#credentials` resolves to this file, except in bundles for browsers. */
export const credentials = (
  { clientId, clientSecret, clock, timeout }: CredentialSettings,
  placement: CredentialPlacement,
): Credentials => {
  if (isNone(clientSecret)) return { policy: addClientId(clientId, placement) }
  const secret = clientSecret.value
  return typeof secret === 'function'
    ? {
        ...rotateCredentials({ clientId, clientSecret: changingSecret(secret, clock, timeout) }, placement),
        withoutBudget: prepareAtOnce,
      }
    : { policy: addCredentials({ clientId, clientSecret: secret }, placement) }
}
