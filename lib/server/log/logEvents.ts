import type { Observable, Subscription } from 'rxjs'
import { methodsCodec } from '../../base/codec/methodsCodec.js'
import { observableCodec } from '../../base/codec/observableCodec.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import type { ClientEvent } from '../../base/event/ClientEvent.js'
import { createLogFormatter } from './logFormatter.js'
import type { Logger } from './Logger.js'

const events = observableCodec<Observable<ClientEvent>>('')
const levels = methodsCodec<Logger>('a logger with debug, info, warn and error', 'debug', 'info', 'warn', 'error')

/**
 * Logs the events of a client: one line for each event, without secrets, tokens or rows, but with the `label` of a watcher
 * and the message of an error of `process` or of the store that ended it.
 *
 * Subscribes at once; unsubscribe to stop logging. Each line has an object with the event's fields, and a sentence:
 *
 * | Level   | Events                                                                                                    |
 * | ------- | --------------------------------------------------------------------------------------------------------- |
 * | `debug` | `Requested`, `Responded`, `Polled` after a success, `BudgetChanged`                                        |
 * | `info`  | `TokenRenewed`, `WatcherStarted`, `WatcherEnded` without an error, a circuit that is `half-open` or `closed` again, `BudgetChanged` when background requests begin to wait |
 * | `warn`  | `Retried`, `Polled` after a failure, `Restarted`, `FieldMismatch`, `RowRejected`, `RowsReverted`, `InexactAmount`, `ApiVersionSunset`, `TokenFailed` that is tried again, `TokenStoreFailed`, `PermitsFailed`, a new cool-down |
 * | `error` | `WatcherEnded` with an error, `TokenFailed` that is not transient, a circuit that is `open` |
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { logEvents } from 'rxbank/node'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { lastValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ profile: bridge2025 })
 * const client = createClient({ profile: bridge2025, ...credentials, http })
 * const lines: Array<string> = []
 * const log = (_: object, message: string) => lines.push(message)
 * const logging = logEvents(client.events$, { debug: log, info: log, warn: log, error: log })
 * await lastValueFrom(client.categories.pages())
 * logging.unsubscribe()
 * assert.deepStrictEqual(lines, ['categories.list: request sent', 'categories.list: answered with 200'])
 */
export const logEvents = (events$: Observable<ClientEvent>, logger: Logger): Subscription => {
  if (!events.is(events$)) throw wrongOption('/events$', 'the events$ of a client')
  if (!levels.is(logger)) throw wrongOption('/logger', levels.name)
  const format = createLogFormatter()
  return events$.subscribe((event) => {
    const { level, entry, message } = format(event)
    logger[level](entry, message)
  })
}
