import type { Bank } from 'rxbank'
import { connectStreams, pagePort } from 'rxbank/electron'
import { catchError, defer, EMPTY, map, type Observable, repeat, shareReplay, tap, timer, toArray } from 'rxjs'
import { find } from './dom.js'

/** The client of the main process; a port that closed is asked for again by who subscribes next. */
const client = connectStreams(pagePort())

/** The user whom the main process has chosen. */
export const user = client.user()

/** What the client of the main process tells; begun anew with its port. */
export const events$ = defer(() => client.events$).pipe(
  catchError(() => EMPTY),
  repeat({ delay: () => timer(5000) }),
)

const show = (state: 'live' | 'failed', text: string): void => {
  const status = find('#connection')
  status.dataset.state = state
  status.textContent = text
}

/** Keeps a stream of the page going: an error is shown, and the stream begins anew after a while. */
export const lasting = <A>(stream: () => Observable<A>, pause = 5000): Observable<A> =>
  defer(stream).pipe(
    tap(() => show('live', 'live')),
    catchError((error: unknown) => {
      show('failed', error instanceof Error ? error.message : String(error))
      return EMPTY
    }),
    repeat({ delay: () => timer(pause) }),
  )

/** The names of all banks, read once; without them a page is of use, too. */
export const bankNames$ = client.banks.all({ limit: 500 }).pipe(
  toArray(),
  map((banks: ReadonlyArray<Bank>) => new Map(banks.map(({ id, name }) => [id, name]))),
  catchError(() => EMPTY),
  shareReplay(1),
)
