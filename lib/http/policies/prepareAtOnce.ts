import { concatMap } from 'rxjs'
import type { Policy } from '../Http.js'

/** For connections without a budget: prepares a request with its `admission`, and sends it without a queue. */
export const prepareAtOnce: Policy = (next) => (request) =>
  request.admission?.prepare?.(request).pipe(concatMap(next)) ?? next(request)
