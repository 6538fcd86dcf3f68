import { type Observable, of } from 'rxjs'
import { sha256 } from './sha256.js'

const block = 64

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/**
 * `#hmac` of the playground: signs synchronously, as `node:crypto` does and Web Crypto does not. Virtual time does not
 * wait for promises, so a scene would go another way each time.
 */
export const hmac = (secret: string, text: string): Observable<string> => {
  const encoder = new TextEncoder()
  const given = encoder.encode(secret)
  const key = new Uint8Array(block)
  key.set(given.length > block ? sha256(given) : given)
  const inner = sha256(
    joined(
      key.map((byte) => byte ^ 0x36),
      encoder.encode(text),
    ),
  )
  const digest = sha256(
    joined(
      key.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
  return of(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}
