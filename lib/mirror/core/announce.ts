import type { MirrorSyncConfig, MirrorWrite } from './Mirror.js'
import { changeOf } from './MirrorChange.js'
import type { Program } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/** Runs the statements of the caller for each feed whose rows have changed, and notifies other processes. */
export function* announce(
  { notify }: SqlDialect,
  written: ReadonlyArray<MirrorWrite>,
  also: MirrorSyncConfig['also'],
): Program<void> {
  for (const one of written) {
    const ids = [...one.changed, ...one.removed]
    if (ids.length === 0) continue
    if (also) yield* also(one)
    if (notify) yield notify(changeOf(one.user, one.feed, ids))
  }
}
