import { milliseconds } from '../../base/codec/milliseconds.js'
import { options } from '../../base/codec/options.js'
import { callerHeaders } from '../../http/callerHeaders.js'
import type { CallConfig } from '../../http/toHttpRequest.js'

/** The options that every call takes. */
export const callFields = { timeout: milliseconds(1), headers: callerHeaders() }

/** The options of a call among those of a stream. */
export const callOptionsOf = ({ timeout, headers }: CallConfig): CallConfig => ({
  ...(timeout !== undefined && { timeout }),
  ...(headers && { headers }),
})

/** The codec of the options of a call that takes no others. */
export const callConfig = /* @__PURE__ */ options('options', {}, callFields)
