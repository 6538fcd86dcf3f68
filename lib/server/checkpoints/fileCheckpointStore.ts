import { resolve } from 'node:path'
import { fromNullable } from 'fp-ts/lib/Option.js'
import { defer, map } from 'rxjs'
import { wrongOption } from '../../base/error/wrongOption.js'
import { copyCheckpoint } from './copyCheckpoint.js'
import type { ObservableCheckpointStore } from './ObservableCheckpointStore.js'
import { sharedCheckpointFile } from './sharedCheckpointFile.js'

/** The stores of this process, by their paths. */
const stores = new Map<string, ObservableCheckpointStore>()

/**
 * Stores the checkpoints of any number of watchers in one small JSON file, which survives crashes and power failures.
 *
 * All streams are cold. `save` writes the new content to a temporary file, flushes it to the disk, and renames it. So
 * the file always has either the old or the new content, and is never incomplete. The file is created at the first
 * save, and only its owner may read it. Waiting saves are written together. Unsubscribing from a save drops it, unless
 * its write has begun.
 *
 * The streams error with a {@link CheckpointError}, and leave the file unchanged, if it is incomplete or not a
 * checkpoint file, if the system refuses to read or write it, if it would become larger than 4 MiB, or if another
 * process or thread uses it. A symbolic link is followed, even if its target does not exist yet. Anything but a regular
 * file, such as a pipe, is refused, and so is a lock that is a link or not a regular file. The streams wait only for
 * the disk.
 *
 * Two calls with one path return the same store, so that the client can detect two watchers that use the same key.
 *
 * The first use takes a lock, which is a file in the same directory whose name ends in `.lock`. It is held until the
 * process or the worker thread ends. A lock whose owner has ended is taken over:
 *
 * - On Linux, owners are recognized by their id and start time, and those from before the last boot of the host count
 *   as ended.
 * - On other systems, a process has ended if its pid does not exist. A lock of a terminated thread stays as long as its
 *   process runs, because these systems do not identify threads.
 * - Owners on other hosts, which are recognized by the name of the host, and in other containers cannot be examined.
 *   They count as ended if they have saved nothing for ten minutes. A container that was killed and started again waits
 *   for that time, or until the lock is deleted; the error names the file.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { fileCheckpointStore } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { mkdtempSync, readFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { EMPTY, filter, firstValueFrom } from 'rxjs'
 *
 * const file = join(mkdtempSync(join(tmpdir(), 'rxbank-')), 'checkpoints.json')
 * const { credentials, http } = createSandbox({ profile: bridge2025 })
 * const client = createClient({ profile: bridge2025, ...credentials, http })
 * const stocks$ = client
 *   .user({ externalUserId: 'A6J' })
 *   .stocks.watchUpdated({ store: fileCheckpointStore(file), process: () => EMPTY })
 * await firstValueFrom(stocks$.pipe(filter(({ checkpoint }) => checkpoint._tag === 'Some')))
 * assert.match(readFileSync(file, 'utf8'), /stocks.*: "\d{4}-/)
 */
export const fileCheckpointStore = (file: string): ObservableCheckpointStore => {
  if (typeof file !== 'string' || file === '') throw wrongOption('/file', 'a path, a string that is not empty')
  const path = resolve(file)
  const opened = stores.get(path)
  if (opened !== undefined) return opened
  const store: ObservableCheckpointStore = {
    load: (key) =>
      defer(() => sharedCheckpointFile(path).read()).pipe(
        map((checkpoints) => fromNullable(checkpoints.get(key)?.moment)),
      ),
    loadUser: (key) =>
      defer(() => sharedCheckpointFile(path).read()).pipe(
        map((checkpoints) => fromNullable(checkpoints.get(key)?.userUuid)),
      ),
    save: (key, checkpoint, userUuid) =>
      defer(() => sharedCheckpointFile(path).save(key, { moment: copyCheckpoint(checkpoint), userUuid })),
  }
  stores.set(path, store)
  return store
}
