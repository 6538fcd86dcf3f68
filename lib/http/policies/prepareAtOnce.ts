import { concatMap } from 'rxjs'
import type { Policy } from '../Http.js'

/** In place of a budget: sends a request as its `admission` makes it ready, for nothing waits for permits. */
export const prepareAtOnce: Policy = (next) => (request) =>
  request.admission?.prepare?.(request).pipe(concatMap(next)) ?? next(request)
