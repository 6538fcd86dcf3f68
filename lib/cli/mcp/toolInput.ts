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

/** An input that a tool cannot answer. The message says what is wrong, and goes to the agent. */
export class ToolInputError extends Error {
  static {
    this.prototype.name = 'ToolInputError'
  }
}

/** The maximum number of rows of an answer. */
const maxRows = 100

export const dayField = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, YYYY-MM-DD' }

export const accountField = { type: 'string', maxLength: 100, description: 'the id of an account' }

/** The fields by which a list is read part by part. */
export const pageFields = {
  limit: { type: 'integer', minimum: 1, maximum: maxRows, default: 50 },
  offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 },
}

/** What the description of a tool says about paging. */
export const pagingNote = 'Pass next_offset as offset to read more.'

/** The JSON schema of the input of a tool. */
export const inputSchema = (
  properties: Readonly<Record<string, unknown>>,
  required: ReadonlyArray<string> = [],
): Readonly<Record<string, unknown>> => ({ type: 'object', properties, required, additionalProperties: false })

/** Which part of a list to answer. */
export interface PageInput {
  readonly limit?: number
  readonly offset?: number
}

/** A part of a list, and the offset of the next one; `null` after the last. */
export const pageOf = <A>(
  list: ReadonlyArray<A>,
  { limit = 50, offset = 0 }: PageInput,
): { readonly rows: ReadonlyArray<A>; readonly next_offset: number | null } => ({
  rows: list.slice(offset, offset + limit),
  next_offset: list.length > offset + limit ? offset + limit : null,
})
