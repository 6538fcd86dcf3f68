import type { MirrorSyncConfig, MirrorWrite } from './Mirror.js'
import { changedRows } from './MirrorChange.js'
import type { Program } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/** For each feed whose rows have changed, runs the caller's statements and notifies other processes. */
export function* announceWrites(
  { notify }: SqlDialect,
  writes: ReadonlyArray<MirrorWrite>,
  extraStatements: MirrorSyncConfig['extraStatements'],
): Program<void> {
  for (const write of writes) {
    const ids = [...write.changedIds, ...write.removedIds]
    if (ids.length === 0) continue
    if (extraStatements) yield* extraStatements(write)
    if (notify) yield notify(changedRows(write.user, write.feed, ids))
  }
}
