import { systemRandom } from './systemRandom.js'

const length = 16

/** 128 bits in hexadecimal: of the platform's generator for secrets, unless `random` is the program's own. */
export const randomHex = (random: () => number): string => {
  const bytes =
    random === systemRandom
      ? globalThis.crypto.getRandomValues(new Uint8Array(length))
      : Array.from({ length }, () => Math.min(Math.floor(random() * 256), 255))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
