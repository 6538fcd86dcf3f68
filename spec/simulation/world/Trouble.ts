import type { FaultKind } from '../../../lib/testing/sandbox/faultKinds.js'

/**
 * What goes wrong on the way, of which the service knows nothing: the request arrives late, or the answer does. What its
 * sender no longer waits for arrives anyway.
 */
export interface WayFault {
  readonly kind: 'latency'
  readonly ms: number
  readonly side: 'request' | 'response'
}

/** What a request may meet: a fault of the service, or of the way. */
export type Trouble = Exclude<FaultKind, { readonly kind: WayFault['kind'] }> | WayFault
