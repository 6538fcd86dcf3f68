import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { concat, concatMap, defer, EMPTY, finalize, from, map, type Observable, takeUntil } from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import { CommandError, exitCodes, usageError } from '../CommandError.js'
import { ignoreSignalsDuring, interruption } from '../endSignals.js'
import { plural, printable } from '../formatText.js'
import { atomicFile, type AtomicSink } from '../output/atomicFile.js'
import { cannotWrite } from '../output/outputError.js'
import { silent, statusLine } from '../output/statusLine.js'
import { useWhileOpen } from '../output/useWhileOpen.js'
import { connectWithUser } from '../service/connectService.js'
import { showRetries } from '../service/showRetries.js'
import { ofx, type OfxStatement } from './ofx.js'
import { type OfxStatements, ofxStatements, type OmittedAccount } from './ofxStatements.js'
import type { PullOptions } from './pull.js'
import { readUserRows } from './readUserRows.js'
import type { Resource } from './resources.js'

/** Writes statements at once, and completes. `isAtomic`: whether nothing is written before that. */
interface StatementTarget {
  readonly write: (statements: ReadonlyArray<OfxStatement>, now: Date) => Observable<never>
  readonly isAtomic: boolean
}

const writeTo = ({ write, commit }: AtomicSink, lines: ReadonlyArray<string>): Observable<never> =>
  concat(write(lines), commit)

/** Standard output or a file, for one document with all statements. */
const documentTarget = (path: string | undefined): Observable<StatementTarget> =>
  atomicFile(path).pipe(
    map((sink) => ({
      write: (statements, now) => writeTo(sink, ofx(statements, now)),
      isAtomic: sink.isAtomic,
    })),
  )

/** A folder, for a document of each account. */
const folderTarget = (folder: string): Observable<StatementTarget> =>
  defer(() =>
    mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw cannotWrite(folder, error)
    }),
  ).pipe(
    map(() => ({
      write: (statements, now) =>
        from(statements).pipe(
          concatMap((statement) =>
            useWhileOpen(atomicFile(join(folder, `account-${statement.account}.ofx`)), (sink) =>
              writeTo(sink, ofx([statement], now)),
            ),
          ),
        ),
      isAtomic: true,
    })),
  )

const isFolder = (path: string): boolean =>
  path.endsWith('/') || path.endsWith(sep) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const rowsNote = ({ statements, omittedRows }: OfxStatements): string => {
  const rows = statements.reduce((sum, { transactions }) => sum + transactions.length, 0)
  return `${plural(rows, 'transaction')} written; ${plural(omittedRows, 'row')} left out: pending, removed, without an \
exact amount, or in another currency than the account`
}

const accountNote = ({ id, rows }: OmittedAccount): string =>
  `account ${printable(id)} left out, with ${plural(rows, 'transaction')}: OFX requires an exact balance and a currency`

const unexplainedNote = ({ id, rows }: OmittedAccount): string =>
  `account ${printable(id)}: its balance contains ${plural(rows, 'booked row')} that ${rows === 1 ? 'is' : 'are'} left \
out, without an exact amount or in another currency`

const manyAccounts = 'many programs read only one account of a document: write a file for each with --output FOLDER/'

/** What cannot be written at all, as an error. */
const checked = (read: OfxStatements, account: string | undefined): OfxStatements => {
  if (read.statements.length > 0) return read
  const reasons = read.omittedAccounts.map(accountNote)
  const missing = account === undefined ? 'the user has no account' : `the user has no account ${account}`
  throw new CommandError((reasons.length > 0 ? reasons : [missing]).join('\n'), exitCodes.failed)
}

/**
 * Writes the accounts and transactions of a user as OFX: one document to standard output or to a file, or a file for each
 * account to a folder.
 */
export const pullOfx = (
  resource: Resource,
  { account, csv, json, since, output, limit, onInvalidRow, quiet = false, ...service }: PullOptions,
): Observable<never> =>
  defer(() => {
    if (resource !== 'transactions') throw usageError(`--ofx supports transactions, not ${resource}`)
    if (csv === true || json === true || since !== undefined || onInvalidRow === 'report')
      throw usageError(
        '--ofx excludes --csv, --json, --since and --on-invalid-row report: a statement has all booked transactions',
      )
    const only = account === undefined ? undefined : String(account)
    const { client, user } = connectWithUser(service)
    const status = quiet ? silent : statusLine(process.stderr)
    const inFolder = output !== undefined && isFolder(output)
    const target$ = inFolder ? folderTarget(output) : documentTarget(output)
    const now = new Date(systemClock.wall())
    return useWhileOpen(target$, ({ write, isAtomic }) =>
      readUserRows(user, limit).pipe(
        map((rows) => checked(ofxStatements(rows, now, only), only)),
        takeUntil(interruption(isAtomic ? `interrupted; ${printable(output ?? '')} was not written` : undefined)),
        concatMap((read) =>
          concat(
            ignoreSignalsDuring(write(read.statements, now)),
            defer(() => {
              const notes = [
                ...read.omittedAccounts.map(accountNote),
                ...read.unexplained.map(unexplainedNote),
                ...(quiet ? [] : [rowsNote(read)]),
                ...(quiet || inFolder || read.statements.length === 1 ? [] : [manyAccounts]),
              ]
              process.stderr.write(notes.map((note) => `${note}\n`).join(''))
              return EMPTY
            }),
          ),
        ),
      ),
    ).pipe(takeUntil(showRetries(client, status)), finalize(status.clear))
  })
