import { concatMap, defer, map, type Observable, of } from 'rxjs'
import {
  type ChangedRow,
  type ClassifiedBatch,
  classifyChanges,
  emptyPostedWindow,
  followPosted,
  type FollowPostedConfig,
  type PostableRow,
  type PostedLink,
  type PostedWindow,
  type UpdatedBatch,
} from '../../lib/index.js'

/** A transaction as a mirror needs it. */
export type MirroredRow = ChangedRow & PostableRow

/** What a batch was, by ids. */
export interface Seen {
  readonly added: ReadonlyArray<number>
  readonly updated: ReadonlyArray<number>
  readonly removed: ReadonlyArray<number>
  readonly links: ReadonlyArray<PostedLink>
}

/** A copy of a user's transactions, as an application keeps one: rows and window are written together. */
export interface Mirror {
  readonly rows: Map<number, MirroredRow>
  /** Each link that was found, in the order in which they were. */
  readonly links: Array<PostedLink>
  /** The batches that were written, but for those that said nothing. */
  readonly seen: Array<Seen>
  window: PostedWindow
}

export const createMirror = (): Mirror => ({
  rows: new Map(),
  links: [],
  seen: [],
  window: emptyPostedWindow,
})

const ids = (rows: ReadonlyArray<MirroredRow>): ReadonlyArray<number> => rows.map(({ id }) => id)

const write = (
  mirror: Mirror,
  { added, updated, removed }: ClassifiedBatch<MirroredRow>,
  window: PostedWindow,
): void => {
  for (const row of [...added, ...updated]) mirror.rows.set(row.id, row)
  for (const { id } of removed) mirror.rows.delete(id)
  mirror.window = window
  mirror.links.push(...window.links)
  const seen = { added: ids(added), updated: ids(updated), removed: ids(removed), links: window.links }
  if (Object.values(seen).some((list: ReadonlyArray<unknown>) => list.length > 0)) mirror.seen.push(seen)
}

/** An effect of an application, which a spec may let fail. */
export type Effect = <A>(run: () => A) => Observable<A>

const plainEffect: Effect = (run) => defer(() => of(run()))

/** The `process` of a watcher that keeps a mirror: it looks up what is known, and writes, as two effects. */
export const mirroring = (mirror: Mirror, effect: Effect = plainEffect, config?: FollowPostedConfig) => {
  const classify = classifyChanges({ known: () => effect(() => mirror.rows) })
  const follow = followPosted(config)
  return (batch: UpdatedBatch<MirroredRow>): Observable<unknown> =>
    classify(batch).pipe(
      map((changes) => ({ changes, window: follow(mirror.window, changes) })),
      concatMap(({ changes, window }) => effect(() => write(mirror, changes, window))),
    )
}
