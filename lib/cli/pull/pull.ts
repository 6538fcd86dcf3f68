import { fstatSync } from 'node:fs'
import { concat, defer, EMPTY, finalize, ignoreElements, type Observable, takeUntil } from 'rxjs'
import type { AccountPair } from '../../ledger/accounts/AccountDecision.js'
import type { Page } from '../../streams/pages/PageLink.js'
import { usageError } from '../CommandError.js'
import { ignoreSignalsDuring, interruption } from '../endSignals.js'
import { count, duration, plural, printable } from '../formatText.js'
import type { InvalidRows } from '../optionParsers.js'
import { atomicFile, type AtomicSink } from '../output/atomicFile.js'
import { useWhileOpen } from '../output/openFile.js'
import { silent, statusLine } from '../output/statusLine.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { showRetries } from '../service/showRetries.js'
import type { Line } from '../styledLine.js'
import { openSource, type Resource, singular } from './resources.js'
import { rowFormat } from './rowFormat.js'

/** The progress of a list; `ms`: milliseconds since the start; `rejected`: how many rows were omitted. */
interface Progress {
  readonly resource: string
  readonly rows: number
  readonly rejected: number
  readonly pages: number
  readonly ms: number
}

const rowsText = ({ resource, rows }: Progress): string => plural(rows, singular(resource), resource)

const rate = ({ rows, ms }: Progress): string => `${count((rows * 1000) / Math.max(ms, 1))}/s`

/** The status line: the most important pieces first, because the end may be cut off. */
export const progressLine = (progress: Progress): Line => [
  ['strong', rowsText(progress)],
  ['faint', `  ${plural(progress.pages, 'page')}  ${duration(progress.ms)}  ${rate(progress)}`],
]

/** The last line: how many rows were written, and to which file. */
export const summary = (progress: Progress, file: string | undefined): string => {
  const { rejected, pages, ms } = progress
  const omitted = rejected === 0 ? '' : `, without ${plural(rejected, 'row')} that could not be decoded`
  const text = `${rowsText(progress)} in ${plural(pages, 'page')} and ${duration(ms)}${omitted}`
  return file === undefined ? text : `${text}, written to ${file}`
}

/** The options of `rxbank pull`. */
export interface PullOptions extends ServiceOptions {
  readonly account?: number
  readonly csv?: boolean
  readonly ids?: string
  readonly json?: boolean
  readonly ofx?: boolean
  readonly limit: number
  readonly onInvalidRow: InvalidRows
  readonly output?: string
  readonly quiet?: boolean
  readonly same?: ReadonlyArray<AccountPair>
  readonly since?: Date
}

/** An endless list must not fill the disk. */
const maxPages = 1_000_000

/**
 * Writes a list to standard output, or to a file that appears only when it is complete; see {@link rowFormat}. Requests the
 * next page when the last one is written. Shows progress on stderr, unless rows go to the same terminal, and a summary at
 * the end, also with `quiet` if rows were omitted.
 */
export const pull = (
  resource: Resource,
  { account, csv, ids, json, output, limit, onInvalidRow, quiet = false, same, since, ...service }: PullOptions,
) =>
  defer((): Observable<never> => {
    const ofOfx = Object.entries({ account, ids, same }).find(([, value]) => value !== undefined)
    if (ofOfx !== undefined) throw usageError(`--${ofOfx[0]} needs --ofx`)
    if (csv === true && json === true) throw usageError('--csv and --json exclude each other')
    const { client, list } = openSource(resource, service, since)
    const { stderr, stdout } = process
    const linesOf = rowFormat({ csv, json, output }, stdout)
    const status = quiet ? silent : statusLine(stderr)
    // Rows on a terminal, or from the reader of a pipe, would mix with a status line.
    const isShown = output !== undefined || fstatSync(1).isFile()
    const startedAt = performance.now()
    const totals = { rows: 0, pages: 0, rejected: 0 }
    const progress = (): Progress => ({ resource, ...totals, ms: performance.now() - startedAt })

    const recordPage = ({ resources, rejected = [] }: Page<unknown>): void => {
      totals.rows += resources.length
      totals.pages += 1
      totals.rejected += rejected.length
      if (isShown) status.show(progressLine(progress()))
      else status.clear()
    }
    const pages$ = ({ write }: AtomicSink): Observable<never> => {
      const pace = (page: Page<unknown>) => {
        recordPage(page)
        return write(linesOf(page.resources))
      }
      return list.all({ limit, maxPages, onInvalidRow, pace }).pipe(ignoreElements())
    }

    const file = output === undefined ? undefined : printable(output)
    const work$ = useWhileOpen(atomicFile(output), (sink) => {
      const interruptionMessage = sink.isAtomic ? `interrupted; ${String(file)} was not written` : undefined
      return concat(pages$(sink).pipe(takeUntil(interruption(interruptionMessage))), ignoreSignalsDuring(sink.commit))
    }).pipe(takeUntil(showRetries(client, status)), finalize(status.clear))
    const summary$ = defer(() => {
      if (!quiet || totals.rejected > 0) stderr.write(`${summary(progress(), file)}\n`)
      return EMPTY
    })
    return concat(work$, summary$)
  })
