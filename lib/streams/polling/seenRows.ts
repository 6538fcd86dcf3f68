import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { contentHash } from '../../base/hash/contentHash.js'
import { maxSeenRows, type SeenRow } from './Bookmark.js'

/**
 * How a watcher treats a version of a row. It emits the version that the service shows last, whatever its `updated_at`
 * is. Two replicas may show a row twice in one round. Then the last version is unknown, so the version with the later
 * `updated_at` counts.
 *
 * - `new`: emitted.
 * - `setBack`: emitted, although a version with a later `updated_at` was emitted before.
 * - `returned`: emitted: the later version again, after an earlier one was emitted.
 * - `outdated`: not emitted, because this round has shown a version with a later `updated_at`.
 * - `known`: not emitted, because it is the version that was emitted last.
 */
export type VersionKind = 'new' | 'setBack' | 'returned' | 'outdated' | 'known'

/** The rows that a watcher has emitted and that the service may show again. */
export interface SeenRows {
  /**
   * Classifies a version of a row and remembers it. `row` is the undecoded row, `updated` its `updated_at`, and
   * `decoded` the decoded row. Two formats of the same values are one version.
   */
  readonly classify: (row: unknown, updated: number | undefined, decoded?: unknown) => VersionKind
  /**
   * Finishes a round. Forgets the rows that were not in it, except rows that were updated at or after `since`. A row
   * without `updated_at` counts as updated at the watermark of the last round that had it, because a replica that lags
   * may omit it in the next round.
   */
  readonly endRound: (since: number, watermark?: number) => void
  /** Forgets all rows. */
  readonly clear: () => void
  /**
   * The rows for a bookmark: the latest rows that the next round may show again if it requests updates since `since`.
   * As with `endRound`, this round may have omitted rows without `updated_at`.
   */
  readonly rowsToKeep: (since: number) => ReadonlyArray<SeenRow>
  /** The rows of a bookmark, except rows of which another version was emitted since. */
  readonly withoutChanged: (bookmarkRows: ReadonlyArray<SeenRow>) => ReadonlyArray<SeenRow>
}

/** The version of a row that was emitted last: its `updated_at`, if it has one, and the hash of its content. */
interface Version {
  readonly updated: number | undefined
  readonly content: number
  /**
   * The latest `updated_at` that was seen, if it is later than this version's. Usually it is missing, to save memory.
   */
  readonly latest?: number
  /** Without an `updated_at`: the watermark at the end of the last round that had the row. */
  watermark?: number | undefined
  /** The number of the last round that had the row. */
  round: number
}

/**
 * The default of `max`; each row takes about 150 bytes. Rows beyond this number are not remembered, so each round emits
 * them again.
 */
const maxRows = 1_000_000

const field = (row: unknown, name: string): unknown =>
  (row as Readonly<Record<string, unknown>> | null | undefined)?.[name]

/**
 * The `updated_at` of a row in milliseconds since 1970, if it has one. It is read from the JSON, or from the decoded
 * row if it is not ISO 8601 in the JSON.
 */
export const updatedAt = (row: unknown, codec: t.Decoder<unknown, unknown>): number | undefined => {
  const raw = field(row, 'updated_at')
  if (raw === undefined || raw === null) return undefined
  const moment = timestamp.decode(raw)
  if (!isLeft(moment)) return moment.right.getTime()
  const decoded = decode(codec, row)
  const date = isLeft(decoded) ? undefined : field(decoded.right, 'updated_at')
  return timestamp.is(date) ? date.getTime() : undefined
}

const kindOf = (updated: number | undefined, content: number, known: Version, round: number): VersionKind => {
  // #sabotage: row-known
  if (content === known.content) return 'known'
  const { updated: before = NaN, latest = before } = known
  if (updated === undefined) return 'new'
  // #sabotage: row-outdated
  if (updated < before && known.round === round) return 'outdated'
  if (updated < latest) return 'setBack'
  // #sabotage: row-returned
  return updated === known.latest ? 'returned' : 'new'
}

/**
 * Rows of higher ranks are stored first: rows with a later `updated_at`, then rows of this round without one, then the
 * others. -9e15 is before any `updated_at`.
 */
const rank = ([, updated, , watermark]: SeenRow): number => updated ?? (watermark === undefined ? -9e15 : -Infinity)

/**
 * Creates a memory of at most `max` rows, which begins with the rows and the watermark of a bookmark. It recognizes a
 * row by its `id`, and a row without an `id` by its content.
 */
export const seenRows = (
  max = maxRows,
  bookmarkRows: ReadonlyArray<SeenRow> = [],
  bookmarkWatermark?: number,
): SeenRows => {
  // Created when the first row is seen: thousands of watchers may never see one.
  let versions: Map<string | number, Version> | undefined
  let round = 0
  if (bookmarkRows.length > 0)
    versions = new Map(
      bookmarkRows.map(([id, updated, content, watermark = bookmarkWatermark]) => [
        id ?? content,
        { updated: updated ?? undefined, content, watermark, round: -1 },
      ]),
    )

  return {
    classify: (row, updated, decoded) => {
      const content = contentHash(row, decoded)
      const id = field(row, 'id')
      const key = typeof id === 'number' || typeof id === 'string' ? String(id) : content
      const rows = (versions ??= new Map<string | number, Version>())
      const known = rows.get(key)
      if (known === undefined) {
        if (rows.size < max) rows.set(key, { updated, content, round })
        return 'new'
      }
      // #sabotage: row-content
      const kind = kindOf(updated, content, known, round)
      if (kind === 'known' || kind === 'outdated') known.round = round
      else {
        const version = { updated: updated ?? known.updated, content, round }
        const latest = known.latest ?? known.updated
        rows.set(key, kind === 'setBack' && latest !== undefined ? { ...version, latest } : version)
      }
      return kind
    },
    endRound: (since, watermark) => {
      for (const [key, version] of versions ?? []) {
        const { updated = version.watermark ?? -Infinity } = version
        if (version.round < round && updated < since) versions?.delete(key)
        else if (version.round === round && version.updated === undefined) version.watermark = watermark
      }
      if (versions?.size === 0) versions = undefined
      round++
    },
    clear: () => {
      versions = undefined
    },
    rowsToKeep: (since) =>
      Array.from(versions ?? [], ([key, { updated, content, watermark = NaN, round: last }]): SeenRow => {
        const row = [typeof key === 'string' ? key : null, updated ?? null, content] as const
        return updated === undefined && last < round ? [...row, watermark] : row
      })
        .filter(([, updated, , watermark = Infinity]) => (updated ?? watermark) >= since)
        .sort((a, b) => rank(b) - rank(a))
        .slice(0, maxSeenRows),
    withoutChanged: (rows) =>
      rows.filter(([id, , content]) => (versions?.get(id ?? content)?.content ?? content) === content),
  }
}
