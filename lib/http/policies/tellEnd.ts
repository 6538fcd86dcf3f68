import { identity } from 'rxjs'
import type { StageEnds } from '../../event/ClientEvent.js'
import type { Emit } from '../../event/eventHub.js'
import type { Policy } from '../Http.js'

/** Tells once, with the first attempt after somebody listens to the events, that the stage ends which a client speaks. */
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
