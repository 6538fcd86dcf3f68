import { isLeft } from 'fp-ts/lib/Either.js'
import { timestamp } from '../codec/timestamp.js'

/** What a watcher has handed out and may be told again. */
export interface SeenRows {
  /** Whether this row, as it came, is new in this version; from then on it is not. */
  readonly isNew: (row: unknown) => boolean
  /** Ends a round: forgets what it did not meet again, but for rows updated since a moment. */
  readonly endRound: (since: number) => void
}

type Version = number | string

const field = (row: unknown, name: string): unknown =>
  (row as Readonly<Record<string, unknown>> | null | undefined)?.[name]

/** A row's own `updated_at` in milliseconds since 1970, if it has one. */
export const updatedAt = (row: unknown): number | undefined => {
  const moment = timestamp.decode(field(row, 'updated_at'))
  return isLeft(moment) ? undefined : moment.right.getTime()
}

const isLater = (version: Version, than: Version): boolean =>
  typeof version === 'number' && typeof than === 'number' ? version > than : version !== than

/** An empty memory: rows are told apart by `id`, their versions by `updated_at`; by content where they have none. */
export const seenRows = (): SeenRows => {
  let before = new Map<unknown, Version>()
  let met = new Map<unknown, Version>()

  return {
    isNew: (row) => {
      const key = field(row, 'id') ?? JSON.stringify(row)
      const version = updatedAt(row) ?? JSON.stringify(row)
      const known = met.get(key) ?? before.get(key)
      const isNew = known === undefined || isLater(version, known)
      met.set(key, isNew ? version : known)
      return isNew
    },
    endRound: (since) => {
      for (const [key, version] of before) {
        if (typeof version === 'number' && version >= since && !met.has(key)) met.set(key, version)
      }
      before = met
      met = new Map()
    },
  }
}
