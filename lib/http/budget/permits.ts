import { methods } from '../../codec/methods.js'
import type { SharedPermits } from './PermitSource.js'

/** The codec of the permits that a client is given. */
export const permits = /* @__PURE__ */ methods<SharedPermits>('permits, such as those of sharedPermits()', 'limiter')
