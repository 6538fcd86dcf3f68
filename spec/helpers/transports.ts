import { transport as crossFetch } from '../../lib/http/transport/crossFetch.js'
import { transport as nativeFetch } from '../../lib/http/transport/nativeFetch.js'
import { transport as httpClient } from './httpClient.js'
import { transport as undici } from './undici.js'

/** The transports that the client brings, for `describe.each`. */
export const ownTransports = [
  ['crossFetch', crossFetch],
  ['nativeFetch', nativeFetch],
  ['undici', undici],
] as const

/** These and Angular's: what one does, the others do. */
export const transports = [...ownTransports, ['httpClient', httpClient]] as const
