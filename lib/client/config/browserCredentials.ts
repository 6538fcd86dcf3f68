import { none, type Option } from 'fp-ts/lib/Option.js'
import { addClientId } from '../../http/policies/addCredentials.js'
import type { CredentialPlacement } from '../../service/profile/credentialPlacement.js'
import { type Credentials, type CredentialSettings, noSecret } from './CredentialSettings.js'

export const secretCodec = () => noSecret

/** Always `None`: `secretCodec` refuses every secret. */
export const redactSecret = (): Option<never> => none

/** The import `#credentials` resolves to this file in bundles for browsers, where `clientSecret` is refused. */
export const credentials = ({ clientId }: CredentialSettings, placement: CredentialPlacement): Credentials => ({
  policy: addClientId(clientId, placement),
})
