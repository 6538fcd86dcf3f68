import { isAscii } from 'node:buffer'

/** The bytes of a body that is being received. */
export interface BodyBytes {
  /** Adds a chunk, unless that exceeds the limit; returns whether it was added. */
  readonly add: (chunk: Buffer) => boolean
  /** The bytes received so far. */
  readonly whole: () => Buffer
}

/** The maximum memory in bytes that is allocated in advance, whatever length a response declares. */
const maxPreallocation = 1024 * 1024

/**
 * Collects the bytes of a body, at most `limit`; `expected` is the length that the response declares.
 *
 * Several chunks are copied into one buffer, because a body may arrive in millions of chunks; a single chunk is not
 * copied.
 */
export const bodyBytes = (limit: number, expected: number): BodyBytes => {
  let bytes: Buffer | undefined
  let size = 0
  return {
    add: (chunk) => {
      const end = size + chunk.length
      if (end > limit) return false
      if (bytes === undefined) bytes = chunk
      else {
        if (end > bytes.length) {
          const preferredSize = Math.max(bytes.length * 2, Math.min(expected, maxPreallocation) || 0)
          const larger = Buffer.allocUnsafe(Math.max(end, Math.min(preferredSize, limit)))
          bytes.copy(larger, 0, 0, size)
          bytes = larger
        }
        chunk.copy(bytes, size)
      }
      size = end
      return true
    },
    whole: () => bytes?.subarray(0, size) ?? Buffer.alloc(0),
  }
}

/** Decodes UTF-8. Most bodies are ASCII, which decodes faster as latin1. */
export const textOf = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
