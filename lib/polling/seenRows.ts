import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../codec/decode.js'
import { timestamp } from '../codec/timestamp.js'
import { contentHash } from '../hash/contentHash.js'
import { type KeptRow, maxKeptRows } from './Bookmark.js'

/**
 * What a version of a row is to a watcher. The version that the service shows last is handed out, whatever its
 * `updated_at` says. Two replicas may show a row twice in one round, where neither version is the last: there the one
 * with the later `updated_at` counts.
 *
 * - `new`: handed out.
 * - `setBack`: handed out, although a version with a later `updated_at` was before.
 * - `returned`: handed out; that later version again, after one that was set back.
 * - `outdated`: left out, since this round has shown a version with a later `updated_at`.
 * - `known`: left out, since it is the version that was handed out last.
 */
export type VersionKind = 'new' | 'setBack' | 'returned' | 'outdated' | 'known'

/** The rows that a watcher has handed out, and that the service may show again. */
export interface SeenRows {
  /**
   * Classifies a version of a row and remembers it. `row` is undecoded; `updated` is its `updated_at`, if it has one.
   */
  readonly classify: (row: unknown, updated: number | undefined) => VersionKind
  /** Ends a round: forgets the rows that were not in it, but for those that were updated since a moment. */
  readonly endRound: (since: number) => void
  /** What a bookmark has of the rows that a round from a moment may show again: the latest. */
  readonly keep: (since: number) => ReadonlyArray<KeptRow>
}

/** The version of a row that was handed out last: when it was updated, if it says so, and the hash of its content. */
interface Version {
  readonly updated: number | undefined
  readonly content: number
  /**
   * The latest `updated_at` that was seen, if it is later than that of this version. Rare, so most versions lack the
   * field, to save memory.
   */
  readonly latest?: number
  /** The last round that had the row. */
  round: number
}

/**
 * The default of `most`; each row takes some 150 bytes. Rows beyond these are not remembered: each round hands them out
 * again.
 */
const maxRows = 1_000_000

const field = (row: unknown, name: string): unknown =>
  (row as Readonly<Record<string, unknown>> | null | undefined)?.[name]

/**
 * The `updated_at` of a row in milliseconds since 1970, if it has one: as it is in JSON or, if it is not ISO 8601
 * there, as the codec decodes it.
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
 * Creates the memory, with the rows of a bookmark, for at most `most` rows. Rows are recognised by their `id`; those without
 * one by their content.
 */
export const seenRows = (most = maxRows, kept: ReadonlyArray<KeptRow> = []): SeenRows => {
  // Created with the first row: thousands of watchers may never see one.
  let seen: Map<string | number, Version> | undefined
  let round = 0
  if (kept.length > 0)
    seen = new Map(
      kept.map(([id, updated, content]) => [id ?? content, { updated: updated ?? undefined, content, round: -1 }]),
    )

  return {
    classify: (row, updated) => {
      const content = contentHash(row)
      const id = field(row, 'id')
      const key = typeof id === 'number' || typeof id === 'string' ? String(id) : content
      const rows = (seen ??= new Map<string | number, Version>())
      const known = rows.get(key)
      if (known === undefined) {
        if (rows.size < most) rows.set(key, { updated, content, round })
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
    endRound: (since) => {
      for (const [key, { updated, round: last }] of seen ?? []) {
        if (last < round && !(updated !== undefined && updated >= since)) seen?.delete(key)
      }
      if (seen?.size === 0) seen = undefined
      round++
    },
    keep: (since) =>
      Array.from(seen ?? [])
        .filter(([, { updated, round: last }]) => (updated === undefined ? last === round : updated >= since))
        .sort(([, a], [, b]) => (b.updated ?? -Infinity) - (a.updated ?? -Infinity))
        .slice(0, maxKeptRows)
        .map(([key, { updated, content }]) => [typeof key === 'string' ? key : null, updated ?? null, content]),
  }
}
