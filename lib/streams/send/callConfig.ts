import { functionCodec } from '../../base/codec/guardCodec.js'
import { milliseconds } from '../../base/codec/numbers.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { callerHeaders } from '../../http/callerHeaders.js'
import type { Priority } from '../../http/HttpRequest.js'
import type { CallConfig } from '../../http/toHttpRequest.js'

/** The codec of a priority. */
export const priority = oneOf<Priority>('interactive', 'background')

/** The options that every call and every watcher takes. */
export const requestFields = { timeout: milliseconds(1), headers: callerHeaders() }

/** The options that every call takes. */
export const callFields = {
  ...requestFields,
  priority,
  onWait: functionCodec<NonNullable<CallConfig['onWait']>>('a function'),
}

/** The options of a call that a watcher makes, from the options of the watcher. */
export const backgroundCall = ({ timeout, headers }: CallConfig): CallConfig => ({
  ...(timeout !== undefined && { timeout }),
  ...(headers && { headers }),
  priority: 'background',
})

/** The codec of the options of a call without further options. */
export const callConfig = /* @__PURE__ */ options('options', {}, callFields)
