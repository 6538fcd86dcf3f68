import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import { timestamp } from '../codec/timestamp.js'
import { contentPrint } from './contentPrint.js'

/**
 * What a row is to a watcher that meets it. What the service shows last is handed out, whatever its stamp says; a row
 * that comes twice in one round, of two replicas, has no last version, so that there the later stamp counts.
 *
 * - `new`: it is handed out.
 * - `setBack`: it is, though a version with a later stamp has been.
 * - `returned`: that later version again, after one that was set back.
 * - `outdated`: it is left out, for this round has shown a version with a later stamp.
 * - `known`: it is left out, for it was handed out last.
 */
export type Meeting = 'new' | 'setBack' | 'returned' | 'outdated' | 'known'

/** What a watcher has handed out and may be told again. */
export interface SeenRows {
  /** What this row is, as it came, with the moment of its update; from then on it is known in this version. */
  readonly meet: (row: unknown, updated: number | undefined) => Meeting
  /** Ends a round: forgets what it did not meet again, but for rows updated since a moment. */
  readonly endRound: (since: number) => void
}

/** The version that was handed out last: when the row was updated, if it says so, and what stands for its content. */
interface Version {
  readonly updated: number | undefined
  readonly content: number
  /** The latest stamp, where that of this version is earlier; rare, and no field of the others. */
  readonly latest?: number
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

const meetingOf = (updated: number | undefined, content: number, known: Version, round: number): Meeting => {
  if (content === known.content) return 'known'
  const { updated: before = NaN, latest = before } = known
  if (updated === undefined) return 'new'
  if (updated < before && known.round === round) return 'outdated'
  if (updated < latest) return 'setBack'
  return updated === known.latest ? 'returned' : 'new'
}

/** An empty memory, of at most so many rows: they are told apart by `id`, those without one by what they hold. */
export const seenRows = (most = maxRows): SeenRows => {
  // A watcher that was told nothing keeps nothing: there may be thousands.
  let seen: Map<unknown, Version> | undefined
  let round = 0

  return {
    meet: (row, updated) => {
      const content = contentPrint(row)
      const id = field(row, 'id')
      const key = typeof id === 'number' || typeof id === 'string' ? String(id) : content
      const rows = (seen ??= new Map<unknown, Version>())
      const known = rows.get(key)
      if (known === undefined) {
        if (rows.size < most) rows.set(key, { updated, content, round })
        return 'new'
      }
      const meeting = meetingOf(updated, content, known, round)
      if (meeting === 'known' || meeting === 'outdated') known.round = round
      else {
        const version = { updated: updated ?? known.updated, content, round }
        const latest = known.latest ?? known.updated
        rows.set(key, meeting === 'setBack' && latest !== undefined ? { ...version, latest } : version)
      }
      return meeting
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
