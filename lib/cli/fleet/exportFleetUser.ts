import {
  concat,
  concatMap,
  defer,
  from,
  ignoreElements,
  map,
  type Observable,
  of,
  repeat,
  takeUntil,
  takeWhile,
} from 'rxjs'
import type { Mirror } from '../../mirror/core/Mirror.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { interruption } from '../endSignals.js'
import { printable } from '../formatText.js'
import { escapeControls } from '../output/jsonLine.js'
import { type LineSink, lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/openFile.js'
import { databaseUrl } from './fleetSettings.js'
import { withDatabase } from './withDatabase.js'

/** How many lines are written at once. */
const batchSize = 100

const nextLines = async (lines: AsyncIterator<string, unknown>): Promise<ReadonlyArray<string>> => {
  const batch: Array<string> = []
  while (batch.length < batchSize) {
    const next = await lines.next()
    if (next.done === true) break
    batch.push(escapeControls(next.value))
  }
  return batch
}

const isKnown = (head: string): boolean => (JSON.parse(head) as { readonly is_known: boolean }).is_known

/**
 * Writes the data of a user, as fast as the output takes it; control characters are escaped. Errors, and writes nothing, if
 * there is no such user.
 */
export const writeExport = (mirror: Pick<Mirror, 'export'>, id: string, { write }: LineSink): Observable<never> =>
  defer(() => {
    const lines = mirror.export(id)[Symbol.asyncIterator]()
    const batches$ = defer(() => from(nextLines(lines))).pipe(
      concatMap((batch) => concat(write(batch), of(batch.length))),
      repeat(),
      takeWhile((length) => length === batchSize),
      ignoreElements(),
    )
    return defer(() => from(lines.next())).pipe(
      map(({ value }) => value ?? ''),
      concatMap((head) => {
        if (!isKnown(head)) throw new CommandError(`${printable(id)}: not found`, exitCodes.failed)
        return concat(write([escapeControls(head)]), batches$)
      }),
    )
  })

/** Writes the data of a user to standard output, as lines of JSON. */
export const exportFleetUser = (id: string): Observable<never> =>
  defer(() =>
    withDatabase({ url: databaseUrl(process.env) }, ({ mirror }) =>
      useWhileOpen(lineSink(undefined, { append: false }), (sink) => writeExport(mirror, id, sink)).pipe(
        takeUntil(interruption()),
      ),
    ),
  )
