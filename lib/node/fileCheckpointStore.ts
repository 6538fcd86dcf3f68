import { resolve } from 'node:path'
import { fromNullable } from 'fp-ts/lib/Option.js'
import { defer, map } from 'rxjs'
import { wrongOption } from '../error/wrongOption.js'
import { checkedCheckpoint } from './checkedCheckpoint.js'
import type { ObservableCheckpointStore } from './ObservableCheckpointStore.js'
import { sharedCheckpointFile } from './sharedCheckpointFile.js'

/**
 * Keeps the checkpoints of any number of watchers in one small JSON file, which survives crashes and losses of power.
 *
 * Both streams are cold. `save` writes another file, has it put on the disk, and renames it; whatever ends the process,
 * the file is whole, old or new. It is made when something is first saved, and only its owner may read it. Saves that
 * wait for each other are written together. Unsubscribing one whose turn has not come leaves it out; one that is being
 * written is finished.
 *
 * They error with a {@link CheckpointError}, and leave the file as it is: when it is not whole or of another kind, when
 * the system refuses, when it would grow larger than 4 MiB, and when another process or thread uses it. A link is
 * followed, also to where there is nothing yet; anything but a regular file, such as a pipe, is refused, and so is a
 * lock that is no file, or a link. They wait for nothing but the disk.
 *
 * The first use takes a lock, a file beside it that ends in `.lock`, until the process or worker thread ends. One that
 * was left behind is taken over:
 *
 * - On Linux, a process or a terminated thread is recognised by its id and its start, and an owner from before the host
 *   was started again is gone.
 * - Elsewhere a process is gone when its pid is. Of threads nothing is known: a lock of a terminated thread stays as
 *   long as its process runs.
 * - Owners on other hosts, which are told apart by their names, and in other containers cannot be asked. They are taken
 *   for gone when they have saved nothing for ten minutes: a container that was killed and started again waits as long,
 *   or until the lock is removed; the error says which file it is.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { fileCheckpointStore } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { mkdtempSync, readFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { EMPTY, filter, firstValueFrom } from 'rxjs'
 *
 * const file = join(mkdtempSync(join(tmpdir(), 'rxbank-')), 'checkpoints.json')
 * const { credentials, http } = createSandbox()
 * const client = createClient({ baseUrl: 'https://bank.example', ...credentials, http })
 * const stocks$ = client
 *   .user({ externalUserId: 'A6J' })
 *   .stocks.watchUpdated({ store: fileCheckpointStore(file), process: () => EMPTY })
 * await firstValueFrom(stocks$.pipe(filter(({ checkpoint }) => checkpoint._tag === 'Some')))
 * assert.match(readFileSync(file, 'utf8'), /stocks.*: "\d{4}-/)
 */
export const fileCheckpointStore = (file: string): ObservableCheckpointStore => {
  if (typeof file !== 'string' || file === '') throw wrongOption('/file', 'a path, a string that is not empty')
  const path = resolve(file)
  return {
    load: (key) =>
      defer(() => sharedCheckpointFile(path).read()).pipe(map((checkpoints) => fromNullable(checkpoints.get(key)))),
    save: (key, checkpoint) => defer(() => sharedCheckpointFile(path).save(key, checkedCheckpoint(checkpoint))),
  }
}
