import { createHmac } from 'node:crypto'
import { of } from 'rxjs'
import type { Hmac } from './Hmac.js'

/** Signs with `node:crypto`, synchronously. */
export const hmac: Hmac = (secret, text) => of(createHmac('sha256', secret).update(text).digest('hex'))
