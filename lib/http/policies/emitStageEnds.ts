import { identity } from 'rxjs'
import type { StageEnds } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Policy } from '../Http.js'

/**
 * Emits one `StageEnds` event, with the first attempt while `events$` has a subscriber. Without `end` it does nothing.
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
