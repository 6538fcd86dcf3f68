import { createHmac } from 'node:crypto'
import { of } from 'rxjs'
import type { Hmac } from './Hmac.js'

/** By Node, which signs at once. */
export const hmac: Hmac = (secret, text) => of(createHmac('sha256', secret).update(text).digest('hex'))
