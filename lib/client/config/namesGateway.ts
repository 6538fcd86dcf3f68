import { isLeft } from 'fp-ts/lib/Either.js'
import { check } from '../../base/codec/check.js'
import { decode } from '../../base/codec/decode.js'
import { object } from '../../base/codec/object.js'

const withGateway = check('', (u): u is object => object.is(u) && u.gateway !== undefined)

/** Whether a configuration names a gateway, so that it is one for a client of a gateway. */
export const namesGateway = (config: unknown): boolean => !isLeft(decode(withGateway, config))
