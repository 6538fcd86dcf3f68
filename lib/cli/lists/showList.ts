import picocolors from 'picocolors'
import { defer, finalize, ignoreElements, type Observable, takeUntil } from 'rxjs'
import type { Client } from '../../client/Client.js'
import type { Page } from '../../streams/pages/PageLink.js'
import type { PagesConfig } from '../../streams/pages/pages.js'
import type { PageStream } from '../../streams/pages/PageStream.js'
import { interruption } from '../endSignals.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/openFile.js'
import { statusLine } from '../output/statusLine.js'
import { showRetries } from '../service/showRetries.js'
import type { ListTable } from './listTable.js'

/** A list to show. */
export interface ShownList<A> {
  readonly client: Client
  readonly all: (config: PagesConfig<A>) => PageStream<A>
  readonly table: ListTable<A>
  /** Whether to write lines of JSON to a terminal too. */
  readonly json: boolean
}

/** Writes a list to standard output, page after page: a table on a terminal, lines of JSON elsewhere. */
export const showList = <A>({ client, all, table, json }: ShownList<A>): Observable<never> =>
  defer(() => {
    const { stderr, stdout } = process
    const status = statusLine(stderr)
    const linesOf = (page: Page<A>): ReadonlyArray<string> =>
      json || !stdout.isTTY ? page.resources.map(jsonLine) : table(page, stdout.columns || 80, picocolors)
    return useWhileOpen(lineSink(undefined, { append: false }), ({ write }) => {
      const pace = (page: Page<A>) => {
        status.clear()
        return write(linesOf(page))
      }
      return all({ limit: 500, pace }).pipe(ignoreElements())
    }).pipe(takeUntil(showRetries(client, status)), takeUntil(interruption()), finalize(status.clear))
  })
