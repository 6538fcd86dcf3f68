import { guardCodec } from '../../base/codec/guardCodec.js'
import type { ChangeCursor } from './LoggedChange.js'

/** A position in the change log: the number of a change, and when it was logged, if a change has that number. */
export interface LogPosition {
  readonly number: number
  readonly at: number | undefined
}

/** The position before the first change. */
export const logStart: LogPosition = { number: 0, at: undefined }

const pattern = /^(\d{1,15})(?:-(\d{1,15}))?$/

/** The codec of a cursor. */
export const cursorCodec = guardCodec(
  'a cursor of this mirror, from a change or from presentCursor',
  (u): u is ChangeCursor => typeof u === 'string' && pattern.test(u),
)

/** Prints a position as a cursor. */
export const printCursor = ({ number, at }: LogPosition): ChangeCursor =>
  at === undefined ? String(number) : `${String(number)}-${String(at)}`

/** Reads a cursor. */
export const parseCursor = (cursor: ChangeCursor): LogPosition => {
  const [, number, at] = pattern.exec(cursor) ?? []
  return { number: Number(number), at: at === undefined ? undefined : Number(at) }
}
