import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import type { Assumption } from '../Assumption.js'

const assumptionsOfAllVersions: ReadonlyArray<Assumption> = [
  {
    id: 'webhook.signature',
    sentence: 'Webhooks are signed in BridgeApi-Signature, with HMAC-SHA256 over the raw body, as v1 in hexadecimal.',
  },
  { id: 'webhook.body', sentence: 'A webhook is `{content, timestamp, type}`, with the time in milliseconds.' },
  { id: 'user.create-status', sentence: 'The creation of a user is answered with 201.' },
  { id: 'user.delete-status', sentence: 'The deletion of a user is answered with 204.' },
  { id: 'token.expiry-status', sentence: 'A request with an expired token is answered with 401.' },
]

const assumptionsOf2025: ReadonlyArray<Assumption> = [
  { id: 'connect.answer', sentence: 'A connect session is answered with 201 and `{id, url}`.' },
  { id: 'user.secret', sentence: "Requests of a user need the application's id and secret besides the token." },
  { id: 'item.refreshes', sentence: 'The service refreshes items once or twice a day, and not on demand.' },
]

/** The assumptions that a few reads cannot show: they stay `not seen`. */
export const unreadableAssumptions = ({ serviceVersion }: ServiceProfile): ReadonlyArray<Assumption> =>
  serviceVersion === '2025-01-15' ? [...assumptionsOfAllVersions, ...assumptionsOf2025] : assumptionsOfAllVersions
