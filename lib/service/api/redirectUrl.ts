import { check } from '../../base/codec/check.js'
import { loopback } from '../../base/codec/loopback.js'
import { urlOf } from '../../base/codec/urlOf.js'

/** What browsers themselves do something with: no app has it, and some of it runs as code. */
const browserSchemes = /^(?:about|blob|data|file|filesystem|ftp|javascript|vbscript|view-source|wss?):$/

/** Longer ones are no addresses for browsers. */
const maxLength = 8192

/** Where a user's browser may be sent. Nothing resolves against a URL that is no place, such as `mailto:`. */
export const redirectUrl = check(
  "where a user's browser may be sent: https, http to this machine, or a scheme of an app's own",
  (u): u is string => {
    if (typeof u !== 'string' || u.length > maxLength || !URL.canParse('/', u)) return false
    const url = urlOf(u)
    if (url === undefined) return false
    return url.protocol === 'http:' ? loopback.test(url.hostname) : !browserSchemes.test(url.protocol)
  },
)
