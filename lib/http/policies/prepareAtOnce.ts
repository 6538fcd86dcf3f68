import { concatMap } from 'rxjs'
import type { Policy } from '../Http.js'

/** For connections without a budget: lets the `admission` of a request prepare it, and sends it at once. */
export const prepareAtOnce: Policy = (next) => (request) =>
  request.admission?.prepare?.(request).pipe(concatMap(next)) ?? next(request)
