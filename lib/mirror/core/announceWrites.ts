import type { MirrorSyncConfig, MirrorWrite } from './Mirror.js'
import type { Program } from './Program.js'

/** Runs the caller's statements for each feed whose rows have changed. */
export function* announceWrites(
  writes: ReadonlyArray<MirrorWrite>,
  extraStatements: MirrorSyncConfig['extraStatements'],
): Program<void> {
  if (extraStatements === undefined) return
  for (const write of writes) if (write.changedIds.length + write.removedIds.length > 0) yield* extraStatements(write)
}
