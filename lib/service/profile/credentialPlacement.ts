import type { ServiceInterface } from './ServiceProfile.js'
import { credentialsInHeaders, isAtLeast, type ServiceVersion } from './ServiceVersion.js'

/**
 * Where the application's id and secret are sent.
 *
 * - `credentials`: the part of a request that carries them.
 * - `publicSecret`: whether public requests carry the secret too, if there is one; otherwise they carry the id alone.
 * - `userSecret`: whether requests of a user carry the secret in addition to the token.
 * - `isEarlier`: true if the API version is older than credentials in headers, and the profile does not set
 *   `credentials`. Then the query of every URL has the id, and the body of an authentication has the secret.
 */
export interface CredentialPlacement {
  readonly credentials: 'headers' | 'query'
  readonly publicSecret: boolean
  readonly userSecret: boolean
  readonly isEarlier: boolean
}

/** The placement of a profile, in an API version. */
export const credentialPlacement = (
  {
    credentials,
    publicSecret = false,
    userSecret = true,
  }: Pick<ServiceInterface, 'credentials' | 'publicSecret' | 'userSecret'>,
  version: ServiceVersion,
): CredentialPlacement => ({
  credentials: credentials ?? 'headers',
  publicSecret,
  userSecret,
  isEarlier: credentials === undefined && !isAtLeast(version, credentialsInHeaders),
})
