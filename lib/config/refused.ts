import { check } from '../codec/check.js'
import { words } from '../codec/messages.js'

/** The codec of a field that is not allowed; `expected` says why. */
export const refused = (expected: string) => check(expected, (_): _ is undefined => false)

export const noSecret = /* @__PURE__ */ refused(
  words('no secret in a browser, where everyone can read it: keep it on a server of your own, and set gateway'),
)
