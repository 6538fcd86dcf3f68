import { defer } from 'rxjs'
import { randomHex } from '../../base/platform/randomHex.js'
import type { Policy } from '../Http.js'
import { mergeHeaders } from '../mergeHeaders.js'

/** Adds a new id to each attempt, in the header `name`. A request that has this header already keeps its value. */
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
