import { hmac as hmacOf } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type Observable, of } from 'rxjs'

/**
 * `#hmac` of the playground: signs synchronously, as `node:crypto` does and Web Crypto does not. Virtual time does not
 * wait for promises, so a scene would go another way each time.
 */
export const hmac = (secret: string, text: string): Observable<string> => of(bytesToHex(hmacOf(sha256, secret, text)))
