import { concatMap, defer, finalize, type Observable, takeUntil } from 'rxjs'
import { interruption } from '../endSignals.js'
import { resourceLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/openFile.js'
import { statusLine } from '../output/statusLine.js'
import { connectWithNewUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { showRetries } from '../service/showRetries.js'

/** Creates the user of the settings if there is none, and writes the user as `rxbank get` does. */
export const showEnsuredUser = (options: ServiceOptions): Observable<never> =>
  defer(() => {
    const { client, user$ } = connectWithNewUser(options)
    const status = statusLine(process.stderr)
    return useWhileOpen(lineSink(undefined, { append: false }), ({ write }) =>
      user$.pipe(
        concatMap((user) => {
          status.clear()
          return write([resourceLine(user)])
        }),
      ),
    ).pipe(takeUntil(showRetries(client, status)), takeUntil(interruption()), finalize(status.clear))
  })
