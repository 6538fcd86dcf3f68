import type { Observable } from 'rxjs'

/** Signs a text: emits its HMAC-SHA256 in lower-case hexadecimal, and completes. */
export type Hmac = (secret: string, text: string) => Observable<string>
