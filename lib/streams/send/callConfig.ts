import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import { ownHeaders } from '../../http/ownHeaders.js'

/** The options that every call takes. */
export const callFields = { timeout: milliseconds(1), headers: ownHeaders() }

/** The codec of the options of a call that takes no others. */
export const callConfig = /* @__PURE__ */ options('options', {}, callFields)
