import { check } from '../../base/codec/check.js'
import { urlOf } from '../../base/codec/urlOf.js'

/** The codec of the URL of a page of the service. */
export const httpsUrl = /* @__PURE__ */ check('an https URL', (u): u is string => urlOf(u)?.protocol === 'https:')
