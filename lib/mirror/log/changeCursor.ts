import { guardCodec } from '../../base/codec/guardCodec.js'
import { recognizeCopies } from '../../base/packageCopies.js'
import type { ChangeCursor } from './MirrorChange.js'

const messages: Readonly<Record<CursorRefused['reason'], string>> = {
  expired: 'changes after this cursor were deleted because of their age (keepChangesFor)',
  unset: 'this consumer has no position in the change log yet, or its position was set to -1',
  unknown: 'this cursor does not belong to this change log: the database was restored, or it is another database',
}

/**
 * The change log cannot be read from a cursor, so changes would be missing. Take a new cursor from `presentCursor`,
 * read the tables, and continue from it; `follow` does this if it has `readTables`.
 *
 * - `reason`: `expired` if changes after the cursor were deleted because of their age; `unset` if somebody set the
 *   position of the consumer to -1, so that it reads the tables; `unknown` if the log has another history, as after the
 *   database was restored from a backup, or if the cursor is of another database.
 *
 * @example
 * import { createMirror, CursorRefused } from 'rxbank/sqlite'
 * import { DatabaseSync } from '@photostructure/sqlite'
 * import { firstValueFrom } from 'rxjs'
 *
 * const mirror = createMirror({ database: new DatabaseSync(':memory:') })
 * await firstValueFrom(mirror.claim('A6J'))
 * const after = '12' // stored before the database was restored from a backup
 * const error: unknown = await mirror.changes({ after }).toArray().catch((e: unknown) => e)
 * assert.ok(error instanceof CursorRefused && error.reason === 'unknown')
 */
export class CursorRefused extends Error {
  static {
    this.prototype.name = 'CursorRefused'
    recognizeCopies(this, 'CursorRefused')
  }

  readonly _tag = 'CursorRefused'
  readonly reason: 'expired' | 'unset' | 'unknown'

  constructor({ reason }: { readonly reason: CursorRefused['reason'] }) {
    super(`mirror: ${messages[reason]}: take a new cursor, read the tables, then continue from that cursor`)
    this.reason = reason
  }
}

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
