import { defer, from, map, switchMap } from 'rxjs'
import type { Hmac } from './Hmac.js'

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Signs with Web Crypto, asynchronously. */
export const hmac: Hmac = (secret, text) => {
  const encoder = new TextEncoder()
  return defer(() => from(crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']))).pipe(
    switchMap((key) => crypto.subtle.sign(algorithm, key, encoder.encode(text))),
    map(toHex),
  )
}
