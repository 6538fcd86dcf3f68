import { isSome } from 'fp-ts/lib/Option.js'
import { defer, filter, ignoreElements, merge, type Observable, skip, takeUntil, tap } from 'rxjs'
import type { ClientError } from '../../base/error/ClientError.js'
import type { Client } from '../../client/Client.js'
import { duration } from '../formatText.js'
import type { StatusLine } from '../output/statusLine.js'
import { notSentText } from '../reportError.js'
import { createWaitText } from './waitText.js'

/** The command fails after this many failed requests for the first token. */
const maxTokenFailures = 4

const reason = (error: ClientError): string => {
  if (error._tag === 'StatusError')
    return `${error.isServiceResponse ? 'the service' : 'another server'} answered ${String(error.status)}`
  if (error._tag === 'NetworkError') return `no response from ${error.origin}`
  if (error._tag === 'RequestNotSent') return notSentText(error)
  return error._tag === 'TimeoutError' ? 'no response in time' : 'invalid response'
}

/**
 * Shows retries, and waits of more than a second for a limit, on a status line. Never emits. Errors after four failed
 * requests for the first token, because the client itself would retry forever. Use it as the notifier of `takeUntil` to
 * end the command.
 */
export const showRetries = ({ events$ }: Client, status: StatusLine): Observable<never> => {
  const show = (error: ClientError, delay: number): void =>
    status.note([`retry in ${duration(delay)}: `, ['notable', reason(error)]])
  const shown$ = defer(() => {
    const waitText = createWaitText()
    return events$.pipe(
      tap((event) => {
        if (event._tag === 'Retried') show(event.error, event.delay)
        if (event._tag === 'TokenFailed' && isSome(event.delay)) show(event.error, event.delay.value)
        const wait = waitText(event)
        if (wait !== undefined) status.note([['notable', wait]])
      }),
    )
  })
  const failures$ = events$.pipe(
    filter((event) => event._tag === 'TokenFailed'),
    filter(({ delay }) => isSome(delay)),
  )
  const tokenFailure$ = failures$.pipe(
    skip(maxTokenFailures - 1),
    takeUntil(events$.pipe(filter(({ _tag }) => _tag === 'TokenRenewed'))),
    tap(({ error }) => {
      throw error
    }),
  )
  return merge(shown$, tokenFailure$).pipe(ignoreElements())
}
