import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fromNullable } from 'fp-ts/lib/Option.js'
import { defer, map } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { shareAcrossCopies } from '../../base/packageCopies.js'
import { type CheckpointFile, checkpointFile } from './checkpointFile.js'
import { checkBookmark } from './memoryCheckpointStore.js'
import type { ObservableCheckpointStore } from './ObservableCheckpointStore.js'

/** The open files by path, for all copies of the package in this process. Their locks are released when it exits. */
const openFiles = (): Map<string, CheckpointFile> =>
  shareAcrossCopies('node.checkpointFiles', () => {
    const files = new Map<string, CheckpointFile>()
    process.once('exit', () => files.forEach(({ release }) => release()))
    return files
  })

const tryPath = (resolvePath: (path: string) => string, path: string): string | undefined => {
  try {
    return resolvePath(path)
  } catch {
    return undefined
  }
}

/** The maximum number of links that are followed, as on Linux. */
const maxLinks = 40

/** The path that symbolic links lead to, even if the file does not exist yet. */
const realPath = (path: string, links = maxLinks): string => {
  const real = tryPath(realpathSync, path)
  if (real !== undefined) return real
  const directory = tryPath(realpathSync, dirname(path)) ?? dirname(path)
  const target = links > 0 ? tryPath(readlinkSync, path) : undefined
  return target === undefined ? join(directory, basename(path)) : realPath(resolve(directory, target), links - 1)
}

/** The checkpoint file at an absolute path. The process shares one for each file, whichever path leads to it. */
const sharedCheckpointFile = (path: string): CheckpointFile => {
  const real = realPath(path)
  const files = openFiles()
  const file = files.get(real) ?? checkpointFile(real)
  files.set(real, file)
  return file
}

/** The stores of this process, by their paths. */
const stores = new Map<string, ObservableCheckpointStore>()

/**
 * Stores the bookmarks of watchers in one JSON file, which survives crashes and power failures. A bookmark has 300
 * bytes, and 50 for each row that was updated recently, 500 rows at most. With thousands of watchers, use a store in a
 * database.
 *
 * All streams are cold. `save` writes the new content to a temporary file, flushes it to the disk, and renames it. So
 * the file always has either the old or the new content, and is never incomplete. The file is created at the first
 * save, and only its owner may read it. Waiting saves are written together. Unsubscribing from a save drops it, unless
 * its write has begun.
 *
 * The streams error with a {@link CheckpointError}, and leave the file unchanged, if it is incomplete or not a
 * checkpoint file, or if another process or thread uses it. They also do so if the system refuses to read or write the
 * file, or if it would become larger than 16 MiB. A symbolic link is followed, even if its target does not exist yet.
 * Anything but a regular file, such as a pipe, is refused. A lock that is a link or not a regular file is refused too.
 * The streams wait only for the disk.
 *
 * Two calls with one path return the same store, so that the client can detect two watchers that use the same key.
 *
 * The first use takes a lock, which is a file in the same directory whose name ends in `.lock`. It is held until the
 * process or the worker thread exits. A lock whose owner is dead is taken over:
 *
 * - On Linux, owners are recognized by their id and start time, and owners from before the last boot of the host count
 *   as dead.
 * - On other systems, a process is dead if its pid does not exist. A lock of a terminated thread stays as long as its
 *   process runs, because these systems do not identify threads.
 * - Owners on other hosts, which are recognized by the name of the host, and in other containers cannot be examined.
 *   They count as dead if they have saved nothing for ten minutes. A container that was killed and started again cannot
 *   save until then, or until the lock is deleted; the error names the file.
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
 * assert.match(readFileSync(file, 'utf8'), /stocks.*"moment":\d+/)
 */
export const fileCheckpointStore = (file: string): ObservableCheckpointStore => {
  if (typeof file !== 'string' || file === '') throw wrongOption('/file', 'a path, a string that is not empty')
  const path = resolve(file)
  const opened = stores.get(path)
  if (opened !== undefined) return opened
  const store: ObservableCheckpointStore = {
    load: (key) =>
      defer(() => sharedCheckpointFile(path).read()).pipe(map((checkpoints) => fromNullable(checkpoints.get(key)))),
    save: (key, saved) => defer(() => sharedCheckpointFile(path).save(key, checkBookmark(saved))),
  }
  stores.set(path, store)
  return store
}
