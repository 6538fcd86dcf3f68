import { identity } from 'rxjs'
import type { StageEnds } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Policy } from '../Http.js'

/**
 * Emits one event about the end of support for the stage, with the first attempt that is made while `events$` has a
 * subscriber.
 */
export const emitStageEnds = (emit: Emit, end: Omit<StageEnds, '_tag'> | undefined): Policy => {
  if (end === undefined) return identity
  let isEmitted = false
  return (next) => (request) => {
    if (!isEmitted)
      emit(request, () => {
        isEmitted = true
        return { _tag: 'StageEnds', ...end }
      })
    return next(request)
  }
}
