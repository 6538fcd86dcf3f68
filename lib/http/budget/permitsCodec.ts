import { methodsCodec } from '../../base/codec/guardCodec.js'
import type { SharedPermits } from './PermitSource.js'

/** The codec of the option `permits`. */
export const permits = /* @__PURE__ */ methodsCodec<SharedPermits>(
  'permits, such as those of sharedPermits()',
  'createLimiter',
)
