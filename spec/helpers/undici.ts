import { undiciTransport } from '../../lib/undici/undiciTransport.js'

/** The transport of `rxbank/undici`. */
export const transport = undiciTransport()
