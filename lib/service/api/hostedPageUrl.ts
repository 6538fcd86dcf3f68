import { guardCodec } from '../../base/codec/guardCodec.js'
import { exactUrl, localHostName } from '../../base/codec/texts.js'

/** The codec of the URL of a page of the service. A sandbox on this machine has no certificate, so its pages are `http`. */
export const hostedPageUrl = /* @__PURE__ */ guardCodec('an https URL; http only to this machine', (u): u is string => {
  const url = exactUrl(u)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && localHostName.test(url.hostname))
})
