import { functionCodec } from '../base/codec/guardCodec.js'
import type { Http } from './Http.js'

/** The codec of the option `http`. */
export const transportLike = /* @__PURE__ */ functionCodec<Http>(
  'a transport, a function from a request to an Observable',
)
