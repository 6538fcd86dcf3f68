import { milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { callerHeaders } from '../../http/callerHeaders.js'
import type { CallConfig } from '../../http/toHttpRequest.js'

/** The options that every call takes. */
export const callFields = { timeout: milliseconds(1), headers: callerHeaders() }

/** Selects the options of a call from the options of a stream. */
export const callOptionsOf = ({ timeout, headers }: CallConfig): CallConfig => ({
  ...(timeout !== undefined && { timeout }),
  ...(headers && { headers }),
})

/** The codec of the options of a call without further options. */
export const callConfig = /* @__PURE__ */ options('options', {}, callFields)
