import { check } from '../../base/codec/check.js'
import { urlOf } from '../../base/codec/urlOf.js'

/** The codec of a page of the service to which a browser is sent. */
export const httpsUrl = /* @__PURE__ */ check('an https URL', (u): u is string => urlOf(u)?.protocol === 'https:')
