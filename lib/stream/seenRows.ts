import { isLeft } from 'fp-ts/lib/Either.js'
import { timestamp } from '../codec/timestamp.js'
import { fingerprint } from './fingerprint.js'

/** What a watcher has handed out and may be told again. */
export interface SeenRows {
  /** Whether this row, as it came, is new in this version; from then on it is not. */
  readonly isNew: (row: unknown) => boolean
  /** Ends a round: forgets what it did not meet again, but for rows updated since a moment. */
  readonly endRound: (since: number) => void
}

/** When a row was updated, if it says so, and what stands for its content: a service may keep the stamp of a change. */
interface Version {
  readonly updated: number | undefined
  readonly content: number
}

const field = (row: unknown, name: string): unknown =>
  (row as Readonly<Record<string, unknown>> | null | undefined)?.[name]

/** A row's own `updated_at` in milliseconds since 1970, if it has one. */
export const updatedAt = (row: unknown): number | undefined => {
  const moment = timestamp.decode(field(row, 'updated_at'))
  return isLeft(moment) ? undefined : moment.right.getTime()
}

const isNewer = (version: Version, known: Version): boolean => {
  const isChanged = version.content !== known.content
  if (version.updated === undefined || known.updated === undefined) return isChanged
  return version.updated > known.updated || (version.updated === known.updated && isChanged)
}

/** An empty memory: rows are told apart by `id`, their versions by `updated_at` and content. */
export const seenRows = (): SeenRows => {
  let before = new Map<unknown, Version>()
  let met = new Map<unknown, Version>()

  return {
    isNew: (row) => {
      const text = JSON.stringify(row)
      const id = field(row, 'id')
      const key = typeof id === 'number' || typeof id === 'string' ? String(id) : text
      const version = { updated: updatedAt(row), content: fingerprint(text) }
      const known = met.get(key) ?? before.get(key)
      const isNew = known === undefined || isNewer(version, known)
      met.set(key, isNew ? version : known)
      return isNew
    },
    endRound: (since) => {
      for (const [key, version] of before) {
        if (version.updated !== undefined && version.updated >= since && !met.has(key)) met.set(key, version)
      }
      before = met
      met = new Map()
    },
  }
}
