import { readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { isRight } from 'fp-ts/lib/Either.js'
import { isNone, isSome, some, toUndefined } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, EMPTY, finalize, from, map, type Observable, takeUntil } from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import { plainDate } from '../../base/codec/calendar.js'
import { decode } from '../../base/codec/decode.js'
import { type BalanceRow, reportedBalance } from '../../ledger/balances/reportedBalance.js'
import { type LedgerEntry, toLedgerEntry } from '../../ledger/toLedgerEntry.js'
import type { Account } from '../../service/model/Account.js'
import { majorUnits } from '../../service/model/minorUnits.js'
import type { Transaction } from '../../service/model/Transaction.js'
import { CommandError, exitCodes, usageError } from '../CommandError.js'
import { ignoreSignalsDuring, interruption } from '../endSignals.js'
import { plural, printable } from '../formatText.js'
import { atomicFile, type AtomicSink } from '../output/atomicFile.js'
import { cannotWrite, reasonOf, useWhileOpen } from '../output/openFile.js'
import { silent, statusLine } from '../output/statusLine.js'
import { collectSettings } from '../service/collectSettings.js'
import { connectWithUser } from '../service/connectService.js'
import { showRetries } from '../service/showRetries.js'
import { ofx, type OfxStatement, type OfxTransaction } from './ofx.js'
import type { PullOptions } from './pull.js'
import { readUserRows, type UserRows } from './readUserRows.js'
import type { Resource } from './resources.js'
import { type ContinuedIds, continueIds, type StatementIds, statementIds } from './statementIds.js'

/** An account that has no statement, and the number of its booked transactions. */
interface OmittedAccount {
  readonly id: string
  readonly rows: number
}

/**
 * The statements of a user's accounts, and what they leave out.
 *
 * - `omittedRows`: how many rows of the list are neither in a statement nor in an account of `omittedAccounts`.
 * - `unexplained`: for accounts with a statement, the number of booked rows that it leaves out although its balance
 *   contains them.
 */
interface OfxStatements {
  readonly statements: ReadonlyArray<OfxStatement>
  readonly omittedRows: number
  readonly omittedAccounts: ReadonlyArray<OmittedAccount>
  readonly unexplained: ReadonlyArray<OmittedAccount>
}

/** A row that counts in the balance of its account; `entry` is `undefined` without an exact amount, a day or a currency. */
interface CountedRow {
  readonly row: Transaction
  readonly account: string
  readonly isPending: boolean
  readonly entry: LedgerEntry | undefined
}

const countedRow = (row: Transaction): ReadonlyArray<CountedRow> => {
  // With these fields, only a row that was removed, is not shown to users or has no account is none.
  const counted = toLedgerEntry({ ...row, amount: 0, currency_code: 'EUR', date: '2000-01-01' })
  if (isNone(counted)) return []
  const { account, isPending } = counted.value
  return [{ row, account, isPending, entry: toUndefined(toLedgerEntry(row)) }]
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const toDecimal = (units: bigint, currency: string): string => {
  const decimal = majorUnits(units, currency)
  return isRight(decimal) ? decimal.right : ''
}

const toTransaction = ({ id, minorUnits, currency, date, text, bankText }: LedgerEntry, row: Transaction) => {
  const posted = plainDate.is(row.booking_date) ? row.booking_date : date
  const other = plainDate.is(row.transaction_date) ? row.transaction_date : date
  const transaction: OfxTransaction = { id, amount: toDecimal(minorUnits, currency), date: posted, text, bankText }
  return other === posted ? transaction : { ...transaction, userDate: other }
}

/**
 * The statement of an account; `undefined` without a currency or an exact balance of its booked rows, both of which OFX
 * requires. An account that has only an instant balance, such as a card, has the booked balance that remains without its
 * pending rows.
 */
const toStatement = (account: Account, rows: ReadonlyArray<CountedRow>, now: Date): OfxStatement | undefined => {
  const booked = rows.filter(({ isPending }) => !isPending)
  const currency = textOf(account.currency_code) || (booked.flatMap(({ entry }) => entry ?? [])[0]?.currency ?? '')
  const reported = reportedBalance({ ...(account as BalanceRow), currency_code: currency })
  if (isNone(reported)) return undefined
  const { minorUnits, instantMinorUnits: instant, reportedAt } = reported.value
  const pending = rows.filter(({ isPending }) => isPending).map(({ entry }) => entry)
  const isExact = pending.every((entry) => entry?.currency === currency)
  const pendingUnits = pending.reduce((sum, entry) => sum + (entry?.minorUnits ?? 0n), 0n)
  const balance = isNone(minorUnits) && isSome(instant) && isExact ? some(instant.value - pendingUnits) : minorUnits
  if (isNone(balance)) return undefined
  return {
    account: String(account.id),
    bank: textOf((account as { readonly provider_id?: unknown }).provider_id ?? account.bank_id),
    type: textOf(account.type),
    currency,
    balance: toDecimal(balance.value, currency),
    ...(isSome(instant) && { availableBalance: toDecimal(instant.value, currency) }),
    balanceAt: toUndefined(reportedAt) ?? now,
    transactions: booked.flatMap(({ row, entry }) => (entry?.currency === currency ? [toTransaction(entry, row)] : [])),
  }
}

const sumOf = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

/** The rows by account. Accounts of the list without rows are included, and accounts of rows that are not in the list. */
const groupRows = ({ accounts, transactions }: UserRows): ReadonlyMap<string, ReadonlyArray<CountedRow>> => {
  const groups = new Map<string, Array<CountedRow>>(accounts.map(({ id }) => [String(id), []]))
  for (const counted of transactions.flatMap(countedRow)) {
    const group = groups.get(counted.account)
    if (group === undefined) groups.set(counted.account, [counted])
    else group.push(counted)
  }
  return groups
}

/** Creates the statements of all accounts, or of the account `only`. */
export const ofxStatements = (read: UserRows, now: Date, only?: string): OfxStatements => {
  const accounts = new Map(read.accounts.map((account) => [String(account.id), account]))
  const groups = Array.from(groupRows(read)).filter(([id]) => only === undefined || id === only)
  const results = groups.map(([id, rows]) => {
    const account = accounts.get(id)
    const statement = account && toStatement(account, rows, now)
    return { id, statement, rows: rows.filter(({ isPending }) => !isPending).length }
  })
  const statements = results.flatMap(({ statement }) => statement ?? [])
  const omittedAccounts = results.flatMap(({ id, rows, statement }) => (statement === undefined ? [{ id, rows }] : []))
  const total = only === undefined ? read.transactions.length : sumOf(groups.map(([, rows]) => rows.length))
  const written = statements.map(({ transactions }) => transactions.length)
  return {
    statements,
    omittedRows: total - sumOf(written) - sumOf(omittedAccounts.map(({ rows }) => rows)),
    omittedAccounts,
    unexplained: results.flatMap(({ id, rows, statement }) => {
      const missing = rows - (statement?.transactions.length ?? rows)
      return missing === 0 ? [] : [{ id, rows: missing }]
    }),
  }
}

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

const writeIds = (file: string | undefined, next: StatementIds): Observable<never> =>
  useWhileOpen(atomicFile(file), (sink) => writeTo(sink, [JSON.stringify(next)]))

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

/** Reads the ids of earlier statements. Without a file there are none yet. */
const readIds = (file: string, user: string): StatementIds => {
  try {
    const content = decode(statementIds, JSON.parse(readFileSync(file, 'utf8')))
    if (isRight(content) && content.right.user === user) return content.right
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { user, accounts: [], rows: [] }
    if (!(error instanceof SyntaxError))
      throw new CommandError(`${printable(file)} cannot be read: ${reasonOf(error)}`, exitCodes.failed)
  }
  throw new CommandError(`${printable(file)} has no ids that rxbank has written for this user`, exitCodes.failed)
}

const duplicateNote = ({ id, of }: ContinuedIds['duplicates'][number]): string =>
  `account ${String(id)} left out: it is account ${String(of)} under another connection`

const candidateNote = ({ from, to, relation, evidence }: ContinuedIds['candidates'][number]): string =>
  `account ${to} may be account ${from}${relation === 'successor' ? ', which is gone' : ''} (${evidence.join(', ')}): if it \
is, do not import it, and run again with --same ${from}=${to}`

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
  { account, csv, ids, json, same, since, output, limit, onInvalidRow, quiet = false, ...service }: PullOptions,
): Observable<never> =>
  defer(() => {
    if (resource !== 'transactions') throw usageError(`--ofx supports transactions, not ${resource}`)
    if (csv === true || json === true || since !== undefined || onInvalidRow === 'report')
      throw usageError(
        '--ofx excludes --csv, --json, --since and --on-invalid-row report: a statement has all booked transactions',
      )
    if (same !== undefined && ids === undefined) throw usageError('--same needs --ids')
    if (ids !== undefined && output !== undefined && resolve(ids) === resolve(output))
      throw usageError('--output and --ids name the same file; use two files')
    const { client, user } = connectWithUser(service)
    const { userUuid, externalUserId, email } = collectSettings(service, process.env)
    const known = ids === undefined ? undefined : readIds(ids, (userUuid ?? externalUserId ?? email)?.value ?? '')
    const status = quiet ? silent : statusLine(process.stderr)
    const inFolder = output !== undefined && isFolder(output)
    const target$ = inFolder ? folderTarget(output) : documentTarget(output)
    const now = new Date(systemClock.wall())
    return useWhileOpen(target$, ({ write, isAtomic }) =>
      readUserRows(user, limit).pipe(
        map((rows) => {
          const continued = known && continueIds(known, rows, same)
          const firstId =
            continued?.next.accounts.find((one) => one.ids.some((id) => id === account))?.ids[0] ?? account
          const only = firstId === undefined ? undefined : String(firstId)
          return { continued, read: checked(ofxStatements(continued?.read ?? rows, now, only), only) }
        }),
        takeUntil(interruption(isAtomic ? `interrupted; ${printable(output ?? '')} was not written` : undefined)),
        concatMap(({ continued, read }) =>
          concat(
            // The ids come first: statements whose ids are forgotten would be imported again.
            continued === undefined ? EMPTY : ignoreSignalsDuring(writeIds(ids, continued.next)),
            ignoreSignalsDuring(write(read.statements, now)),
            defer(() => {
              const notes = [
                ...(continued?.duplicates ?? []).map(duplicateNote),
                ...(continued?.candidates ?? []).map(candidateNote),
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
