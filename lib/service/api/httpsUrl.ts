import { exactUrl } from '../../base/codec/exactUrl.js'
import { guardCodec } from '../../base/codec/guardCodec.js'

/** The codec of the URL of a page of the service. */
export const httpsUrl = /* @__PURE__ */ guardCodec(
  'an https URL',
  (u): u is string => exactUrl(u)?.protocol === 'https:',
)
