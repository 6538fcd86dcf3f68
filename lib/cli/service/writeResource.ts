import { concatMap, finalize, type Observable, takeUntil } from 'rxjs'
import type { Client } from '../../client/Client.js'
import { interruption } from '../endSignals.js'
import { resourceLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/openFile.js'
import { statusLine } from '../output/statusLine.js'
import { showRetries } from './showRetries.js'

/** Writes a resource that a client reads, as JSON. Completes once it is written, or at Ctrl-C. */
export const writeResource = (client: Client, resource$: Observable<unknown>): Observable<never> => {
  const status = statusLine(process.stderr)
  return useWhileOpen(lineSink(undefined, { append: false }), ({ write }) =>
    resource$.pipe(
      concatMap((resource) => {
        status.clear()
        return write([resourceLine(resource)])
      }),
    ),
  ).pipe(takeUntil(showRetries(client, status)), takeUntil(interruption()), finalize(status.clear))
}
