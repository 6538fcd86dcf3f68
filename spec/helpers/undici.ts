import { undiciTransport } from '../../lib/http/undici/undiciTransport.js'

/** The transport of `rxbank/undici`. */
export const transport = undiciTransport()
