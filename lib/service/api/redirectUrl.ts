import { exactUrl } from '../../base/codec/exactUrl.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { localHostName } from '../../base/codec/localHostName.js'

/** The schemes that browsers handle themselves: no app has them, and some of them run code. */
const browserSchemes =
  /^(?:about|blob|chrome|chrome-extension|data|file|filesystem|ftp|javascript|moz-extension|resource|vbscript|view-source|wss?):$/

/**
 * The schemes with which operating systems start other programs, some of them with parameters that the URL contains.
 */
const systemSchemes =
  /^(?:android-app|content|intent|itms.*|ldaps?|mailto|market|ms-.*|nfs|search|search-ms|shell|smb|sms|smsto|ssh|tel|telnet):$/

/** The maximum length of a URL that browsers accept. */
const maxLength = 8192

/**
 * The codec of a URL that a user's browser may be sent to. No path resolves against an opaque URL, such as `mailto:`.
 */
export const redirectUrl = guardCodec(
  "where a user's browser may be sent: https, http to this machine, or a scheme of an app's own",
  (u): u is string => {
    if (typeof u !== 'string' || u.length > maxLength || !URL.canParse('/', u)) return false
    const url = exactUrl(u)
    if (url === undefined) return false
    return url.protocol === 'http:'
      ? localHostName.test(url.hostname)
      : ![browserSchemes, systemSchemes].some((schemes) => schemes.test(url.protocol))
  },
)
