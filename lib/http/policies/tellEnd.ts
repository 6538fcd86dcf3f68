import { identity } from 'rxjs'
import type { StageEnds } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Policy } from '../Http.js'

/**
 * Emits one event about the end of support for the stage, with the first attempt that is made while `events$` has a
 * subscriber.
 */
export const tellEnd = (emit: Emit, end: Omit<StageEnds, '_tag'> | undefined): Policy => {
  if (end === undefined) return identity
  let isTold = false
  return (next) => (request) => {
    if (!isTold)
      emit(request, () => {
        isTold = true
        return { _tag: 'StageEnds', ...end }
      })
    return next(request)
  }
}
