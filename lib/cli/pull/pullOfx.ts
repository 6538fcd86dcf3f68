import { isRight } from 'fp-ts/lib/Either.js'
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

/** What was read for an OFX document: its lines, how many transactions it has, and how many rows it omits. */
export interface OfxDocument {
  readonly lines: ReadonlyArray<string>
  readonly rows: number
  readonly omitted: number
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const written = (units: bigint, currency: string): string => {
  const decimal = majorUnits(units, currency)
  return isRight(decimal) ? decimal.right : ''
}

const toTransaction = ({ id, minorUnits: units, currency, date, text, bankText }: LedgerEntry): OfxTransaction => ({
  id,
  amount: written(units, currency),
  date,
  text,
  bankText,
})

const toStatement = (account: Account, entries: ReadonlyArray<LedgerEntry>, now: Date): OfxStatement => {
  const currency = textOf(account.currency_code) || (entries[0]?.currency ?? 'XXX')
  const balance = minorUnits(account.balance ?? undefined, currency)
  return {
    account: String(account.id),
    bank: textOf((account as { readonly provider_id?: unknown }).provider_id ?? account.bank_id),
    type: textOf(account.type),
    currency,
    balance: isRight(balance) ? written(balance.right, currency) : undefined,
    balanceAt: account.updated_at instanceof Date ? account.updated_at : now,
    transactions: entries.filter((entry) => entry.currency === currency).map(toTransaction),
  }
}

/** Reads the accounts and transactions of a user, and makes an OFX document of them: emits it, and completes. */
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
      const statements = listed.map((account) => toStatement(account, entries.get(String(account.id)) ?? [], now))
      const count = statements.reduce((sum, statement) => sum + statement.transactions.length, 0)
      return { lines: ofx(statements, now), rows: count, omitted: rows.length - count }
    }),
  )

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
        concatMap(({ lines, rows, omitted }) => {
          const note = `${plural(rows, 'transaction')} written; ${plural(omitted, 'row')} left out: pending, removed or without an exact amount\n`
          return concat(
            sink.write(lines),
            ignoreSignalsDuring(sink.commit),
            defer(() => {
              if (!quiet) process.stderr.write(note)
              return EMPTY
            }),
          )
        }),
      ),
    ).pipe(takeUntil(showRetries(client, status)), finalize(status.clear))
  })
