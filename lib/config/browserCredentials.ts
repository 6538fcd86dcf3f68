import { addClientId } from '../http/policies/addClientId.js'
import type { CredentialPlacement } from '../profile/credentialPlacement.js'
import type { Credentials, CredentialSettings } from './CredentialSettings.js'
import { noSecret } from './refused.js'

export const secretCodec = () => noSecret

export const hidden = (refused: never): never => refused

/** `#credentials` of a bundle for browsers, where `clientSecret` is refused. */
export const credentials = ({ clientId }: CredentialSettings, placement: CredentialPlacement): Credentials => ({
  policy: addClientId(clientId, placement),
})
