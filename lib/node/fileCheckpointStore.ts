import { resolve } from 'node:path'
import { fromNullable } from 'fp-ts/lib/Option.js'
import { defer, map } from 'rxjs'
import { wrongOption } from '../error/wrongOption.js'
import { checkedCheckpoint } from './checkedCheckpoint.js'
import { sharedCheckpointFile } from './checkpointFiles.js'
import type { ObservableCheckpointStore } from './ObservableCheckpointStore.js'

/**
 * Keeps the checkpoints of any number of watchers in one small JSON file, which survives crashes and losses of power.
 *
 * Both streams are cold. `save` writes another file, has it put on the disk, and renames it; whatever ends the process, the
 * file is whole, old or new. It is made when something is first saved, and only its owner may read it. Saves that wait for
 * each other are written together. Unsubscribing one whose turn has not come leaves it out; one that is being written is
 * finished.
 *
 * They error with a {@link CheckpointError}, and leave the file as it is: when it is not whole or of another kind, when the
 * system refuses, and when another process uses it. The first use takes a lock, a file beside it that ends in `.lock`, until
 * the process ends; one left by a process that was killed is recognised by the pid and the start of that process. A lock of
 * another host is never taken for one left behind: its processes cannot be asked.
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
