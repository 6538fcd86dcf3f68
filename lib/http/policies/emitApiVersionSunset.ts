import { identity } from 'rxjs'
import type { ApiVersionSunset } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Policy } from '../Http.js'

/**
 * Emits one `ApiVersionSunset` event, with the first attempt while `events$` has a subscriber. Without `end` it does
 * nothing.
 */
export const emitApiVersionSunset = (emit: Emit, end: Omit<ApiVersionSunset, '_tag'> | undefined): Policy => {
  if (end === undefined) return identity
  let isEmitted = false
  return (next) => (request) => {
    if (!isEmitted)
      emit(request, () => {
        isEmitted = true
        return { _tag: 'ApiVersionSunset', ...end }
      })
    return next(request)
  }
}
