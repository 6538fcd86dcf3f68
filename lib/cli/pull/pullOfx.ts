import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, EMPTY, finalize, forkJoin, map, type Observable, takeUntil, toArray } from 'rxjs'
import { type LedgerEntry, toLedgerEntry } from '../../balances.js'
import { type Account, majorUnits, minorUnits, systemClock, type UserClient } from '../../index.js'
import { usageError } from '../CommandError.js'
import { ignoreSignalsDuring, interruption } from '../endSignals.js'
import { plural, printable } from '../formatText.js'
import { atomicFile } from '../output/atomicFile.js'
import { silent, statusLine } from '../output/statusLine.js'
import { useWhileOpen } from '../output/useWhileOpen.js'
import { connectWithUser } from '../service/connectService.js'
import { showRetries } from '../service/showRetries.js'
import { ofx, type OfxStatement, type OfxTransaction } from './ofx.js'
import type { PullOptions } from './pull.js'
import type { Resource } from './resources.js'

/** An account that an OFX document leaves out, and the number of its transactions. */
export interface OmittedAccount {
  readonly id: string
  readonly rows: number
}

/**
 * What was read for an OFX document: its lines, how many transactions it has, how many rows of its accounts it omits,
 * and the accounts that it omits.
 */
export interface OfxDocument {
  readonly lines: ReadonlyArray<string>
  readonly rows: number
  readonly omitted: number
  readonly omittedAccounts: ReadonlyArray<OmittedAccount>
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const toDecimal = (units: bigint, currency: string): string => {
  const decimal = majorUnits(units, currency)
  return isRight(decimal) ? decimal.right : ''
}

const toTransaction = ({ id, minorUnits: units, currency, date, text, bankText }: LedgerEntry): OfxTransaction => ({
  id,
  amount: toDecimal(units, currency),
  date,
  text,
  bankText,
})

/** The statement of an account; `undefined` without an exact balance or a currency, both of which OFX requires. */
const toStatement = (account: Account, entries: ReadonlyArray<LedgerEntry>, now: Date): OfxStatement | undefined => {
  const currency = textOf(account.currency_code) || (entries[0]?.currency ?? '')
  const balance = minorUnits(account.balance ?? undefined, currency)
  if (currency === '' || isLeft(balance)) return undefined
  return {
    account: String(account.id),
    bank: textOf((account as { readonly provider_id?: unknown }).provider_id ?? account.bank_id),
    type: textOf(account.type),
    currency,
    balance: toDecimal(balance.right, currency),
    balanceAt: account.updated_at instanceof Date ? account.updated_at : now,
    transactions: entries.filter((entry) => entry.currency === currency).map(toTransaction),
  }
}

const sumOf = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

/** Reads the accounts and transactions of a user, and creates an OFX document from them. Emits it and completes. */
export const readOfx = (
  { accounts, transactions }: Pick<UserClient, 'accounts' | 'transactions'>,
  limit: number,
  now: Date,
): Observable<OfxDocument> =>
  forkJoin({
    accounts: accounts.all().pipe(toArray()),
    rows: transactions.all({ limit, maxPages: 1_000_000 }).pipe(toArray()),
  }).pipe(
    map(({ accounts: listed, rows }) => {
      const entries = new Map<string, Array<LedgerEntry>>(listed.map(({ id }) => [String(id), []]))
      for (const row of rows) {
        const entry = toLedgerEntry(row)
        if (isSome(entry) && !entry.value.isPending) entries.get(entry.value.account)?.push(entry.value)
      }
      const results = listed.map((account) => {
        const id = String(account.id)
        const booked = entries.get(id) ?? []
        return { id, rows: booked.length, statement: toStatement(account, booked, now) }
      })
      const statements = results.flatMap(({ statement }) => statement ?? [])
      const omittedAccounts = results.flatMap(({ id, rows: count, statement }) =>
        statement === undefined ? [{ id, rows: count }] : [],
      )
      const rowCount = sumOf(statements.map(({ transactions: { length } }) => length))
      const omitted = rows.length - rowCount - sumOf(omittedAccounts.map((account) => account.rows))
      return { lines: ofx(statements, now), rows: rowCount, omitted, omittedAccounts }
    }),
  )

const rowsNote = ({ rows, omitted }: OfxDocument): string =>
  `${plural(rows, 'transaction')} written; ${plural(omitted, 'row')} left out: pending, removed, without an exact amount, or in \
another currency than the account`

const accountNote = ({ id, rows }: OmittedAccount): string =>
  `account ${printable(id)} left out, with ${plural(rows, 'transaction')}: OFX requires an exact balance and a currency`

/** Writes the accounts and transactions of a user as an OFX document to standard output, or to a file. */
export const pullOfx = (
  resource: Resource,
  { csv, json, since, output, limit, quiet = false, ...service }: PullOptions,
): Observable<never> =>
  defer(() => {
    if (resource !== 'transactions') throw usageError(`--ofx supports transactions, not ${resource}`)
    if (csv === true || json === true || since !== undefined)
      throw usageError('--ofx excludes --csv, --json and --since: a statement has all booked transactions')
    const { client, user } = connectWithUser(service)
    const status = quiet ? silent : statusLine(process.stderr)
    const file = output === undefined ? undefined : printable(output)
    return useWhileOpen(atomicFile(output), (sink) =>
      readOfx(user, limit, new Date(systemClock.wall())).pipe(
        takeUntil(interruption(sink.isAtomic ? `interrupted; ${String(file)} was not written` : undefined)),
        concatMap((document) =>
          concat(
            sink.write(document.lines),
            ignoreSignalsDuring(sink.commit),
            defer(() => {
              const notes = [...document.omittedAccounts.map(accountNote), ...(quiet ? [] : [rowsNote(document)])]
              process.stderr.write(notes.map((note) => `${note}\n`).join(''))
              return EMPTY
            }),
          ),
        ),
      ),
    ).pipe(takeUntil(showRetries(client, status)), finalize(status.clear))
  })
