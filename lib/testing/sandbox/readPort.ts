import { integer } from '../../base/codec/integer.js'
import { wrongOption } from '../../base/error/wrongOption.js'

const port = integer(0, 65_535)

/** Returns the number of a port; throws a `ConfigError` for any other value, such as `{ port }`. */
export const readPort = (u: unknown): number => {
  if (port.is(u)) return u
  throw wrongOption('/port', 'a number from 0 to 65535, as in sandbox.listen(3210), or nothing')
}
