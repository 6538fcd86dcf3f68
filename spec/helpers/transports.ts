import { transport as crossFetch } from '../../lib/http/transport/crossFetch.js'
import { transport as nativeFetch } from '../../lib/http/transport/nativeFetch.js'

/** The two transports, for `describe.each`: what one does, the other does. */
export const transports = [
  ['crossFetch', crossFetch],
  ['nativeFetch', nativeFetch],
] as const
