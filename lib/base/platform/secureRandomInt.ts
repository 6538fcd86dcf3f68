const range = 2 ** 32
const pool = new Uint32Array(1024)
let used = 1024

/** A whole number from 0 to `limit` - 1 from the platform's cryptographic generator, so that nobody can guess it. */
export const secureRandomInt = (limit: number): number => {
  if (used === pool.length) {
    globalThis.crypto.getRandomValues(pool)
    used = 0
  }
  return Math.floor(((pool[used++] ?? 0) / range) * limit)
}
