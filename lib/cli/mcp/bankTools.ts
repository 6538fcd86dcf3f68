import { concatMap, map, type Observable, of } from 'rxjs'
import { itemSession } from '../../service/bridge/connectSession.js'
import { balanceTool } from './balanceTool.js'
import { bankText, maskIban } from './bankText.js'
import { amountText, type Answer, type BankSource, type BankTool, checkedTool } from './checkedTool.js'
import { maxLedgerRows } from './ledgerRows.js'
import { type OwnTransfers, readTransfers } from './readTransfers.js'
import { recurringTool } from './recurringTool.js'
import { maxSearchedRows, searchPage, statementBuilder } from './searchPage.js'
import type { BankDatabase, SqlRow, SqlValue } from './sqliteDatabase.js'
import { accountField, dayField, inputSchema, pageFields, type PageInput, pagingNote } from './toolInput.js'
import { transferTool } from './transferTool.js'

/** Some rows of a statement, and the offset of the next ones; `null` after the last. */
interface RowPage {
  readonly rows: ReadonlyArray<SqlRow>
  readonly next_offset: number | null
}

/** Reads one page of the rows of a statement, which has to order them. */
const readPage = (
  database: BankDatabase,
  statement: string,
  values: ReadonlyArray<SqlValue>,
  { limit = 50, offset = 0 }: PageInput,
): Observable<RowPage> => {
  const [limitAt, offsetAt] = [values.length + 1, values.length + 2]
  return database
    .query(`${statement} LIMIT $${String(limitAt)} OFFSET $${String(offsetAt)}`, [...values, limit + 1, offset])
    .pipe(map((rows) => ({ rows: rows.slice(0, limit), next_offset: rows.length > limit ? offset + limit : null })))
}

/** The input of the tools, after validation by its schema. */
interface Filter extends PageInput {
  readonly account?: string
  readonly from?: string
  readonly to?: string
  readonly text?: string
  readonly category?: string
  readonly min_amount?: number
  readonly max_amount?: number
  readonly include_pending?: boolean
  readonly include_history?: boolean
  readonly by?: keyof typeof groups
}

/** How many characters of a text are read: more than a response needs, so that no IBAN in it is cut off. */
const maxTextLength = '4000'

const groups = {
  month: 'substr(CAST(date AS text), 1, 7)',
  category: 'category_id',
  counterparty: 'description',
  account: 'lineage_id',
} as const

const transactionFilter = ({ user }: BankSource, filter: Filter) => {
  const statement = statementBuilder()
  const { where } = statement
  where(user, (p) => `user_id = ${p}`)
  where(filter.account, (p) => `lineage_id = ${p}`)
  where(filter.category, (p) => `category_id = ${p}`)
  where(filter.from, (p) => `CAST(date AS text) >= ${p}`)
  where(filter.to, (p) => `CAST(date AS text) <= ${p}`)
  where(filter.min_amount, (p) => `amount >= CAST(${p} AS numeric)`)
  where(filter.max_amount, (p) => `amount <= CAST(${p} AS numeric)`)
  return statement
}

/** The tools over the tables of a mirror. */
export const bankTools = (source: BankSource): ReadonlyArray<BankTool> => {
  const { database, user, showIbans } = source
  const text = (value: unknown): string | null => bankText(value, showIbans)
  const iban = (value: unknown): string | null => (showIbans ? bankText(value, true) : maskIban(value))

  const accountOf = (row: SqlRow) => ({
    id: row.lineage_id,
    name: text(row.name),
    type: text(row.type),
    iban: iban(row.iban),
    balance: amountText(row.minor_units, row.currency_code),
    currency: text(row.currency_code),
    updated_at: row.updated_at,
    connections: 1 + Number(row.duplicate_count),
  })

  const transactionOf = (row: SqlRow) => ({
    id: row.id,
    account: row.lineage_id,
    date: row.date,
    amount: amountText(row.minor_units, row.currency_code),
    currency: text(row.currency_code),
    description: text(row.description),
    bank_description: text(row.raw_description),
    category: row.category_id,
    is_pending: Boolean(row.is_pending),
    ...(Boolean(row.is_history) && { is_history: true }),
  })

  const selectTexts = ({ description, raw_description: raw }: SqlRow) =>
    description === raw ? [text(raw)] : [text(description), text(raw)]

  const consentOf = (row: SqlRow) => {
    const session = itemSession({ id: 0, status: Number(row.status) })
    return {
      item: row.id,
      bank: row.bank_id,
      status: row.status,
      status_text: text(row.status_code_description),
      consent_ends_at: row.authentication_expires_at,
      to_do: session === undefined ? 'nothing' : 'the user has to open a session of the app, and repair the connection',
    }
  }

  const listAccounts = (page: PageInput): Observable<Answer> =>
    readPage(
      database,
      `SELECT lineage_id, name, type, iban, CAST(minor_units AS text) AS minor_units, currency_code,
         CAST(updated_at AS text) AS updated_at, (
           SELECT count(*) FROM ${database.table('present_accounts')} AS other
           WHERE other.user_id = account.user_id AND other.duplicate_of = account.id
         ) AS duplicate_count
       FROM ${database.table('present_accounts')} AS account
       WHERE user_id = $1 AND duplicate_of IS NULL ORDER BY lineage_id`,
      [user],
      page,
    ).pipe(map(({ rows, ...rest }) => ({ accounts: rows.map(accountOf), ...rest })))

  /** Whether an account of the user was connected again. Only then is there a view with history. */
  const hasHistory = (): Observable<boolean> =>
    database
      .query(`SELECT id FROM ${database.table('accounts')} WHERE user_id = $1 AND continued_by IS NOT NULL LIMIT 1`, [
        user,
      ])
      .pipe(map((rows) => rows.length > 0))

  const findRows = (filter: Filter, rowsIn: string): Observable<Answer> => {
    const { values, conditions } = transactionFilter(source, filter)
    const statement = `SELECT id, lineage_id, CAST(date AS text) AS date, CAST(minor_units AS text) AS minor_units, currency_code,
         substr(description, 1, ${maxTextLength}) AS description, substr(raw_description, 1, ${maxTextLength}) AS raw_description,
         category_id, is_pending, is_history
       FROM (${rowsIn}) AS found WHERE ${conditions()} ORDER BY date DESC, id DESC`
    const page$ =
      filter.text === undefined
        ? readPage(database, statement, values, filter).pipe(map((page) => ({ ...page, is_truncated: false })))
        : searchPage(database, statement, values, filter.text, selectTexts, filter)
    return page$.pipe(map(({ rows, ...rest }) => ({ transactions: rows.map(transactionOf), ...rest })))
  }

  const findTransactions = (filter: Filter): Observable<Answer> => {
    const { include_pending: withPending = false, include_history: withHistory = false } = filter
    const [view, isFuture] = withPending ? ['shown_transactions', 'is_future'] : ['booked_transactions', 'NULL']
    const present = `SELECT *, ${isFuture} AS is_pending, NULL AS is_history FROM ${database.table(view)} WHERE duplicate_of IS NULL`
    const all = `SELECT *, is_future AS is_pending FROM ${database.table('lineage_transactions')}
      ${withPending ? '' : 'WHERE is_future IS NOT TRUE'}`
    return (withHistory ? hasHistory() : of(false)).pipe(
      concatMap((isThere) => findRows(filter, isThere ? all : present)),
    )
  }

  const sumWithoutTransfers = (filter: Filter, { transfers, isTruncated }: OwnTransfers): Observable<Answer> => {
    const { values, parameter, conditions } = transactionFilter(source, filter)
    const transferIds = parameter(JSON.stringify(transfers.flatMap(({ from, to }) => [from.id, to.id])))
    const { by = 'month' } = filter
    const sumOf = (row: SqlRow) => ({
      [by]: text(row.name),
      currency: text(row.currency_code),
      total: amountText(row.total, row.currency_code),
      received: amountText(row.received, row.currency_code),
      spent: amountText(row.spent, row.currency_code),
      transferred: amountText(row.transferred, row.currency_code),
      count: Number(row.count),
      without_exact_amount: Number(row.inexact),
    })
    return readPage(
      database,
      `SELECT CAST(${groups[by]} AS text) AS name, currency_code, count(*) AS count, count(*) - count(minor_units) AS inexact,
         CAST(sum(minor_units) AS text) AS total,
         CAST(sum(CASE WHEN minor_units > 0 AND NOT is_transfer THEN minor_units ELSE 0 END) AS text) AS received,
         CAST(sum(CASE WHEN minor_units < 0 AND NOT is_transfer THEN minor_units ELSE 0 END) AS text) AS spent,
         CAST(sum(CASE WHEN is_transfer THEN minor_units ELSE 0 END) AS text) AS transferred
       FROM (SELECT *, id IN (${database.jsonStrings(transferIds)}) AS is_transfer
         FROM ${database.table('booked_transactions')} WHERE duplicate_of IS NULL AND ${conditions()}) AS booked
       GROUP BY 1, 2 ORDER BY ${by === 'month' ? '1 DESC' : '3 DESC, 1'}, 2`,
      values,
      filter,
    ).pipe(map(({ rows, ...rest }) => ({ by, sums: rows.map(sumOf), ...rest, is_truncated: isTruncated })))
  }

  const sumTransactions = (filter: Filter): Observable<Answer> =>
    readTransfers(source).pipe(concatMap((transfers) => sumWithoutTransfers(filter, transfers)))

  const listConsents = (page: PageInput): Observable<Answer> =>
    readPage(
      database,
      `SELECT id, bank_id, CAST(status AS integer) AS status, status_code_description,
         CAST(authentication_expires_at AS text) AS authentication_expires_at
       FROM ${database.table('items')} WHERE user_id = $1 AND removed_at IS NULL
       ORDER BY authentication_expires_at, id`,
      [user],
      page,
    ).pipe(map(({ rows, ...rest }) => ({ consents: rows.map(consentOf), ...rest })))

  const filters = { account: accountField, from: dayField, to: dayField, category: { type: 'string', maxLength: 100 } }
  const textField = 'a part of a description, as answers show it: IBANs are masked'
  const amount = { type: 'number', description: 'in units of the currency; negative for money that was spent' }
  const tools: ReadonlyArray<BankTool> = [
    {
      name: 'list_accounts',
      description: `The user's accounts with their balances. An account keeps its id when its bank is connected again. With several \
connections to one account, all tools count it once. ${pagingNote}`,
      inputSchema: inputSchema(pageFields),
      run: listAccounts,
    },
    {
      name: 'find_transactions',
      description: `The user's transactions, newest first. Spent money is negative. With a text, it searches the newest \
${String(maxSearchedRows)} of those that match the other filters; is_truncated says whether there are older ones. ${pagingNote}`,
      inputSchema: inputSchema({
        ...filters,
        text: { type: 'string', minLength: 1, maxLength: 200, description: textField },
        min_amount: amount,
        max_amount: amount,
        include_pending: { type: 'boolean', default: false, description: 'also those that are debited later' },
        include_history: {
          type: 'boolean',
          default: false,
          description:
            'also those that a bank no longer shows since it was connected again; they have is_history, and are in no sum',
        },
        ...pageFields,
      }),
      run: findTransactions,
    },
    {
      name: 'sum_transactions',
      description: `Exact sums of booked transactions, in each currency, by month, category, counterparty or account. \
total is received + spent + transferred. transferred is the certain transfers of find_transfers, between the user's own \
accounts: an inference from the newest ${String(maxLedgerRows)} transactions; is_truncated says whether there are more. ${pagingNote}`,
      inputSchema: inputSchema({ by: { type: 'string', enum: Object.keys(groups) }, ...filters, ...pageFields }, [
        'by',
      ]),
      run: sumTransactions,
    },
    {
      name: 'list_consents',
      description: `The connections to banks, when their consents end, and what the user has to do. ${pagingNote}`,
      inputSchema: inputSchema(pageFields),
      run: listConsents,
    },
    balanceTool(source),
    transferTool(source),
    recurringTool(source),
  ]
  return tools.map((tool) => checkedTool(source, tool))
}
