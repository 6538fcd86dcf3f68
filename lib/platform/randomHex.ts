import { secretBelow } from './secretBelow.js'
import { systemRandom } from './systemRandom.js'

/**
 * 128 random bits in hexadecimal: from the platform's generator for secrets, or from `random` if the program gave its
 * own.
 */
export const randomHex = (random: () => number): string => {
  const byte = () => (random === systemRandom ? secretBelow(256) : Math.min(Math.floor(random() * 256), 255))
  return Array.from({ length: 16 }, () => byte().toString(16).padStart(2, '0')).join('')
}
