import { isLeft } from 'fp-ts/lib/Either.js'
import { check } from '../codec/check.js'
import { decode } from '../codec/decode.js'
import { object } from '../codec/object.js'

const withGateway = check('', (u): u is object => object.is(u) && u.gateway !== undefined)

/** Whether a configuration names a gateway, so that it is one for a client of a gateway. */
export const namesGateway = (config: unknown): boolean => !isLeft(decode(withGateway, config))
