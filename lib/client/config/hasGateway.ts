import { isLeft } from 'fp-ts/lib/Either.js'
import { decode } from '../../base/codec/decode.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { object } from '../../base/codec/object.js'

const withGateway = guardCodec('', (u): u is object => object.is(u) && u.gateway !== undefined)

/** Whether a configuration has the option `gateway`. A configuration whose fields cannot be read has none. */
export const hasGateway = (config: unknown): boolean => !isLeft(decode(withGateway, config))
