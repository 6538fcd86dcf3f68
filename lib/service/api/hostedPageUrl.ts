import { check } from '../../base/codec/check.js'
import { loopback } from '../../base/codec/loopback.js'
import { urlOf } from '../../base/codec/urlOf.js'

/** The codec of the URL of a page of the service. A sandbox on this machine has no certificate, so its pages are `http`. */
export const hostedPageUrl = /* @__PURE__ */ check('an https URL; http only to this machine', (u): u is string => {
  const url = urlOf(u)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
})
