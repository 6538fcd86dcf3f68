import { systemRandom } from './systemRandom.js'

/**
 * 128 random bits in hexadecimal: from the platform's cryptographic generator, or from `random` if the program supplies its
 * own.
 */
export const randomHex = (random: () => number): string => {
  const bytes = new Uint8Array(16)
  if (random === systemRandom) globalThis.crypto.getRandomValues(bytes)
  // Numbers from 0 to 1; exactly 1 would overflow a byte.
  else bytes.forEach((_, index) => (bytes[index] = Math.min(random() * 256, 255)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
