const range = 2 ** 32
const pool = new Uint32Array(1024)
let used = 1024

/** An integer from 0 to `limit` - 1 from the platform's cryptographic generator, so that nobody can guess it. */
export const secureRandomInt = (limit: number): number => {
  if (used === pool.length) {
    globalThis.crypto.getRandomValues(pool)
    used = 0
  }
  return Math.floor(((pool[used++] ?? 0) / range) * limit)
}

/** A random number from 0 to 1: for jitter, never for secrets. */
export const systemRandom = (): number => Math.random()

/**
 * 128 random bits in hexadecimal: from the platform's cryptographic generator, or from `random` if the program supplies
 * its own.
 */
export const randomHex = (random: () => number): string => {
  const bytes = new Uint8Array(16)
  if (random === systemRandom) globalThis.crypto.getRandomValues(bytes)
  // Numbers from 0 to 1; exactly 1 would overflow a byte.
  else bytes.forEach((_, index) => (bytes[index] = Math.min(random() * 256, 255)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
