import { Transform } from 'node:stream'

/** How many bytes are kept of each end of a line that is too long. */
const edgeSize = 1000

const newline = '\n'.charCodeAt(0)

/** The parts of a chunk, each up to the end of a line. */
const splitLines = (chunk: Buffer): ReadonlyArray<Buffer> => {
  const parts: Array<Buffer> = []
  let from = 0
  while (from < chunk.length) {
    const end = chunk.indexOf(newline, from)
    const next = end === -1 ? chunk.length : end + 1
    parts.push(chunk.subarray(from, next))
    from = next
  }
  return parts
}

/** The first and the last bytes of a line that is too long. */
export interface LineEdges {
  readonly start: string
  readonly end: string
}

/**
 * A stream that passes on complete lines of at most `maxSize` bytes, and reports each longer line without keeping it in
 * memory.
 */
export const limitLines = (maxSize: number, onLongLine: (edges: LineEdges) => void): Transform => {
  let parts: Array<Buffer> = []
  let size = 0
  const takePart = (stream: Transform, part: Buffer): void => {
    size += part.length
    parts.push(part)
    const isLong = size > maxSize
    if (isLong) {
      const line = Buffer.concat(parts)
      parts = [line.subarray(0, edgeSize), line.subarray(Math.max(edgeSize, line.length - edgeSize))]
    }
    if (part.at(-1) !== newline) return
    const [start, end] = parts.map(String)
    if (isLong) onLongLine({ start: start ?? '', end: end ?? '' })
    else stream.push(Buffer.concat(parts))
    parts = []
    size = 0
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const part of splitLines(chunk)) takePart(this, part)
      done()
    },
  })
}
