import { defer } from 'rxjs'
import { check } from '../../codec/check.js'
import { secretBelow } from '../../platform/secretBelow.js'
import { systemRandom } from '../../platform/systemRandom.js'
import type { Policy } from '../Http.js'
import { mergeHeaders } from '../mergeHeaders.js'
import { isOwnHeader } from '../ownHeaders.js'

const words = 8
const limit = 0x10000

/** The codec of the name of the header that carries the id of an attempt. */
export const requestIdHeader = check(
  "a header's name, other than those of credentials",
  (u): u is string => typeof u === 'string' && isOwnHeader(u),
)

/** 128 bits in hexadecimal: of the platform's generator for secrets, unless `random` is the program's own. */
const newId = (random: () => number): string =>
  Array.from({ length: words }, () => {
    const word = random === systemRandom ? secretBelow(limit) : Math.min(Math.floor(random() * limit), limit - 1)
    return word.toString(16).padStart(4, '0')
  }).join('')

/** Gives each attempt an id of its own, in the header `name`; a request that has this header already keeps its value. */
export const identifyAttempts =
  (name: string, random: () => number): Policy =>
  (next) =>
  (request) =>
    defer(() => {
      const [, given] = Object.entries(request.headers).find(([own]) => own.toLowerCase() === name.toLowerCase()) ?? []
      const id = typeof given === 'string' ? given : newId(random)
      return next({ ...request, id, headers: mergeHeaders(request.headers, { [name]: id }) })
    })
