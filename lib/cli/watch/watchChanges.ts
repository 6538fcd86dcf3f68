import { resolve } from 'node:path'
import { concat, defer, EMPTY, ignoreElements, type Observable, takeUntil, tap } from 'rxjs'
import type { UpdatableCollection } from '../../client/UserClient.js'
import { fileCheckpointStore } from '../../server/checkpoints/fileCheckpointStore.js'
import { usageError } from '../CommandError.js'
import { commandEnd } from '../endSignals.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/useWhileOpen.js'
import { connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { printEvents } from './printEvents.js'
import { removeIncompleteLine } from './removeIncompleteLine.js'

/** The options of `rxbank watch` for a list; `every` in milliseconds. */
export interface WatchChangesOptions extends ServiceOptions {
  readonly every: number
  readonly since?: Date
  readonly checkpoint?: string
  readonly output?: string
  readonly quiet?: boolean
}

/** Removes an incomplete last line from the file that is appended to, and says so on stderr. */
const prepareOutput = (output: string | undefined): Observable<never> =>
  output === undefined
    ? EMPTY
    : defer(() => removeIncompleteLine(output)).pipe(
        tap((message) => message !== undefined && process.stderr.write(`${message}\n`)),
        ignoreElements(),
      )

/**
 * Writes each change as a line of JSON, until Ctrl-C. The checkpoint is saved after all lines of a round are written,
 * so that a restart misses nothing.
 */
export const watchChanges = (resource: 'stocks' | 'transactions', options: WatchChangesOptions): Observable<never> =>
  defer(() => {
    const { every, since, checkpoint, output, quiet = false } = options
    if (output !== undefined && checkpoint !== undefined && resolve(output) === resolve(checkpoint))
      throw usageError('--output and --checkpoint name the same file; use two files')
    const { client, user } = connectWithUser(options)
    const list: UpdatableCollection<object> = user[resource]
    const store = checkpoint === undefined ? undefined : fileCheckpointStore(checkpoint)
    // The checkpoint file is locked before the output is touched: another process may be writing to it.
    const lockCheckpoint = store === undefined ? EMPTY : store.load('').pipe(ignoreElements())
    const writeChanges = useWhileOpen(lineSink(output, { append: true }), (sink) =>
      list.watchUpdated({
        every,
        ...(since && { since }),
        ...(store && { store }),
        process: ({ resources }) => (resources.length === 0 ? EMPTY : sink.write(resources.map(jsonLine))),
      }),
    )
    return concat(lockCheckpoint, prepareOutput(output), writeChanges).pipe(
      ignoreElements(),
      printEvents(client, quiet),
      takeUntil(commandEnd()),
    )
  })
