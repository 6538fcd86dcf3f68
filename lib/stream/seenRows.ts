import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import { timestamp } from '../codec/timestamp.js'
import { contentPrint } from './contentPrint.js'

/** What a watcher has handed out and may be told again. */
export interface SeenRows {
  /** Whether this row, as it came, with the moment of its update, is new in this version; from then on it is not. */
  readonly isNew: (row: unknown, updated: number | undefined) => boolean
  /** Ends a round: forgets what it did not meet again, but for rows updated since a moment. */
  readonly endRound: (since: number) => void
}

/** When a row was updated, if it says so, and what stands for its content: a service may keep the stamp of a change. */
interface Version {
  readonly updated: number | undefined
  readonly content: number
  /** The last round that met the row. */
  round: number
}

/** Some 150 bytes a row. More are not remembered: they come again as long as the service tells of them. */
const maxRows = 1_000_000

const field = (row: unknown, name: string): unknown =>
  (row as Readonly<Record<string, unknown>> | null | undefined)?.[name]

/**
 * When a row was updated, in milliseconds since 1970, if it says so: in its `updated_at`, as it came, or, where that is
 * written in another form, such as a number, as the codec reads it.
 */
export const updatedAt = (row: unknown, codec: t.Decoder<unknown, unknown>): number | undefined => {
  const raw = field(row, 'updated_at')
  if (raw === undefined || raw === null) return undefined
  const moment = timestamp.decode(raw)
  if (!isLeft(moment)) return moment.right.getTime()
  const decoded = decode(codec, row)
  const read = isLeft(decoded) ? undefined : field(decoded.right, 'updated_at')
  return timestamp.is(read) ? read.getTime() : undefined
}

const isNewer = (version: Version, known: Version): boolean => {
  const isChanged = version.content !== known.content
  if (version.updated === undefined || known.updated === undefined) return isChanged
  return version.updated > known.updated || (version.updated === known.updated && isChanged)
}

/** An empty memory, of at most so many rows: they are told apart by `id`, their versions by `updated_at` and content.
 * A row that is nested too deep to be compared is new whenever it comes. */
export const seenRows = (most = maxRows): SeenRows => {
  // A watcher that was told nothing keeps nothing: there may be thousands.
  let seen: Map<unknown, Version> | undefined
  let round = 0

  return {
    isNew: (row, updated) => {
      const content = contentPrint(row)
      if (content === undefined) return true
      const id = field(row, 'id')
      const key = typeof id === 'number' || typeof id === 'string' ? String(id) : JSON.stringify(row)
      const rows = (seen ??= new Map<unknown, Version>())
      const known = rows.get(key)
      const version = { updated, content, round }
      if (known !== undefined && !isNewer(version, known)) {
        known.round = round
        return false
      }
      if (known !== undefined || rows.size < most) rows.set(key, { ...version, updated: updated ?? known?.updated })
      return true
    },
    endRound: (since) => {
      for (const [key, { updated, round: met }] of seen ?? []) {
        if (met < round && !(updated !== undefined && updated >= since)) seen?.delete(key)
      }
      if (seen?.size === 0) seen = undefined
      round++
    },
  }
}
