import { isAscii } from 'node:buffer'

/** The bytes of a body as they come in. */
export interface BodyBytes {
  /** Takes a chunk, unless it is beyond the limit; answers whether it was taken. */
  readonly add: (chunk: Buffer) => boolean
  /** What has come so far. */
  readonly whole: () => Buffer
}

/** Whatever an answer says of its size: before it has come, no more is set aside. */
const mostExpected = 1024 * 1024

/**
 * Puts the bytes of a body together, `limit` of them at most, `expected` being what the answer says of their number.
 *
 * Of several chunks nothing is kept but their bytes, for a body may come in millions; a single one is not copied.
 */
export const bodyBytes = (limit: number, expected: number): BodyBytes => {
  let bytes: Buffer = Buffer.alloc(0)
  let size = 0
  return {
    add: (chunk) => {
      const end = size + chunk.length
      if (end > limit) return false
      if (size === 0) bytes = chunk
      else {
        if (end > bytes.length) {
          const likely = Math.max(bytes.length * 2, Math.min(expected, mostExpected) || 0)
          const larger = Buffer.allocUnsafe(Math.max(end, Math.min(likely, limit)))
          bytes.copy(larger, 0, 0, size)
          bytes = larger
        }
        chunk.copy(bytes, size)
      }
      size = end
      return true
    },
    whole: () => bytes.subarray(0, size),
  }
}

/** Bytes as text. Mostly they are ASCII, for which there is a shorter way. */
export const textOf = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
