import { concatMap, defer } from 'rxjs'
import { randomHex } from '../../base/platform/random.js'
import type { Policy } from '../Http.js'
import { mergeHeaders } from '../HttpResponse.js'

/** For connections without a budget: prepares a request with its `admission`, and sends it without a queue. */
export const prepareAtOnce: Policy = (next) => (request) =>
  request.admission?.prepare?.(request).pipe(concatMap(next)) ?? next(request)

/**
 * Adds a new id to each attempt, in the header `name`. If a request already has this header, its value is unchanged.
 */
export const identifyAttempts =
  (name: string, random: () => number): Policy =>
  (next) =>
  (request) =>
    defer(() => {
      const [, callerId] =
        Object.entries(request.headers).find(([header]) => header.toLowerCase() === name.toLowerCase()) ?? []
      const id = typeof callerId === 'string' ? callerId : randomHex(random)
      return next({ ...request, id, headers: mergeHeaders(request.headers, { [name]: id }) })
    })
