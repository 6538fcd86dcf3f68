import { defer } from 'rxjs'
import { check } from '../../codec/check.js'
import { randomHex } from '../../platform/randomHex.js'
import type { Policy } from '../Http.js'
import { mergeHeaders } from '../mergeHeaders.js'
import { isOwnHeader } from '../ownHeaders.js'

/** The codec of the name of the header that carries the id of an attempt. */
export const requestIdHeader = check(
  'the name of a header, none of credentials',
  (u): u is string => typeof u === 'string' && isOwnHeader(u),
)

/** Adds a new id to each attempt, in the header `name`; a request that already has this header keeps its value. */
export const identifyAttempts =
  (name: string, random: () => number): Policy =>
  (next) =>
  (request) =>
    defer(() => {
      const [, given] = Object.entries(request.headers).find(([own]) => own.toLowerCase() === name.toLowerCase()) ?? []
      const id = typeof given === 'string' ? given : randomHex(random)
      return next({ ...request, id, headers: mergeHeaders(request.headers, { [name]: id }) })
    })
