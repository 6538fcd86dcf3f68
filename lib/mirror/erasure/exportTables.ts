import { feeds } from '../core/Feed.js'
import { columns, type ColumnType } from '../tables/columns.js'

/** The type of an exported column. `json` is JSON as the database returns it. */
export type ExportedType = ColumnType | 'json'

/** A column of an exported table. */
export interface ExportedColumn {
  readonly name: string
  readonly type: ExportedType
  /** Another column that has the value if this one is `NULL`; only some databases have that column. */
  readonly large?: string
}

/** The exported form of a table of a mirror. */
export interface ExportedTable {
  readonly name: string
  /** The columns by which its rows are ordered; with `user_id` they are the primary key. */
  readonly key: ReadonlyArray<string>
  /** The column of the key that is a positive number; the others are texts. */
  readonly numberColumn?: string
  readonly columns: ReadonlyArray<ExportedColumn>
}

const column = (name: string, type: ExportedType): ExportedColumn => ({ name, type })

const pairColumns: ReadonlyArray<ExportedColumn> = [
  ...['from', 'to'].flatMap((side) => [
    column(`${side}_id`, 'text'),
    column(`${side}_account_id`, 'text'),
    column(`${side}_lineage_id`, 'text'),
    column(`${side}_date`, 'date'),
    column(`${side}_minor_units`, 'decimal'),
    column(`${side}_currency_code`, 'text'),
  ]),
  column('why', 'json'),
]

/** All tables with rows of a user, except the table of users: its row is in the first line of an export. */
export const exportedTables: ReadonlyArray<ExportedTable> = [
  ...feeds.map((name) => ({
    name,
    key: ['id'],
    columns: [
      ...columns[name].map(({ name: columnName, type }) => ({
        name: columnName,
        type,
        ...(type === 'integer' && { large: `large_${columnName}` }),
      })),
      ...(name === 'transactions' ? [column('pending_id', 'text')] : []),
      ...(name === 'accounts' ? ['lineage_id', 'duplicate_of', 'continued_by'].map((id) => column(id, 'text')) : []),
      column('removed_at', 'timestamp'),
      column('row', 'json'),
    ],
  })),
  {
    name: 'consents',
    key: ['id'],
    columns: [
      column('ends_at', 'timestamp'),
      column('notice_days', 'integer'),
      column('reported_at', 'timestamp'),
      column('reports', 'json'),
    ],
  },
  {
    name: 'balances',
    key: ['account_id', 'number'],
    numberColumn: 'number',
    columns: [
      column('currency_code', 'text'),
      column('minor_units', 'decimal'),
      column('instant_minor_units', 'decimal'),
      column('reported_at', 'timestamp'),
      column('read_at', 'timestamp'),
      column('last_reported_at', 'timestamp'),
      column('last_read_at', 'timestamp'),
    ],
  },
  {
    name: 'balance_proofs',
    key: ['account_id'],
    columns: [
      column('currency_code', 'text'),
      column('reported', 'decimal'),
      column('expected', 'decimal'),
      column('difference', 'decimal'),
      column('since', 'timestamp'),
      column('status', 'text'),
      column('waits_for', 'text'),
      column('status_since', 'timestamp'),
      column('started_at', 'timestamp'),
      column('first_day', 'date'),
      column('is_open', 'boolean'),
      column('state', 'json'),
    ],
  },
  {
    name: 'account_sums',
    key: ['account_id', 'currency_code'],
    columns: [
      column('row_count', 'integer'),
      column('inexact_count', 'integer'),
      column('units_high', 'integer'),
      column('units_low', 'integer'),
      column('old_high', 'integer'),
      column('old_low', 'integer'),
      column('rows_at', 'timestamp'),
      column('first_day', 'date'),
      column('old_before', 'date'),
    ],
  },
  {
    name: 'removed_sums',
    key: ['account_id', 'currency_code', 'day'],
    columns: [column('units_high', 'integer'), column('units_low', 'integer')],
  },
  {
    name: 'transfers',
    key: ['id'],
    columns: [...pairColumns, column('hash', 'text')],
  },
  {
    name: 'transfer_candidates',
    key: ['id'],
    columns: [...pairColumns, column('doubts', 'json'), column('alternatives', 'json'), column('hash', 'text')],
  },
  {
    name: 'transfer_decisions',
    key: ['number'],
    numberColumn: 'number',
    columns: [
      column('decision', 'text'),
      column('from_id', 'text'),
      column('to_id', 'text'),
      column('decided_at', 'timestamp'),
      column('is_applied', 'boolean'),
    ],
  },
  {
    name: 'recurring_streams',
    key: ['id'],
    columns: [
      column('account_id', 'text'),
      column('lineage_id', 'text'),
      column('currency_code', 'text'),
      column('counterparty', 'text'),
      column('description', 'text'),
      column('is_income', 'boolean'),
      column('cadence', 'text'),
      column('day', 'integer'),
      column('shift', 'text'),
      column('usual_minor_units', 'decimal'),
      column('last_minor_units', 'decimal'),
      column('is_variable', 'boolean'),
      column('first_day', 'date'),
      column('last_day', 'date'),
      column('next_day', 'date'),
      column('state', 'text'),
      column('state_until', 'date'),
      column('is_dismissed', 'boolean'),
      column('price_changes', 'json'),
      column('reasons', 'json'),
      column('hash', 'text'),
    ],
  },
  {
    name: 'recurring_payments',
    key: ['id'],
    columns: [
      column('stream_id', 'text'),
      column('date', 'date'),
      column('expected', 'date'),
      column('minor_units', 'decimal'),
      column('hash', 'text'),
    ],
  },
  {
    name: 'recurring_events',
    key: ['number'],
    numberColumn: 'number',
    columns: [
      column('event', 'text'),
      column('stream_id', 'text'),
      column('account_id', 'text'),
      column('day', 'date'),
      column('transaction_id', 'text'),
      column('expected', 'date'),
      column('minor_units', 'decimal'),
      column('previous_minor_units', 'decimal'),
    ],
  },
  {
    name: 'recurring_decisions',
    key: ['number'],
    numberColumn: 'number',
    columns: [
      column('decision', 'text'),
      column('stream_id', 'text'),
      column('account_id', 'text'),
      column('currency_code', 'text'),
      column('counterparty', 'text'),
      column('is_income', 'boolean'),
      column('minor_units', 'decimal'),
      column('decided_at', 'timestamp'),
      column('is_applied', 'boolean'),
    ],
  },
  {
    name: 'account_links',
    key: ['from_id', 'to_id'],
    columns: [
      column('status', 'text'),
      column('decided_by', 'text'),
      column('decided_at', 'timestamp'),
      column('evidence', 'json'),
    ],
  },
  {
    name: 'row_links',
    key: ['from_id'],
    columns: [column('to_id', 'text'), column('likeness', 'text')],
  },
  {
    name: 'suspended_users',
    key: ['name'],
    columns: [column('suspended_at', 'timestamp'), column('retry_at', 'integer')],
  },
  {
    name: 'absences',
    key: ['feed', 'id'],
    columns: [column('since', 'integer'), column('is_removed', 'boolean'), column('item_id', 'text')],
  },
  {
    name: 'checkpoints',
    key: ['feed'],
    columns: [
      column('bookmark', 'json'),
      column('is_truncated', 'boolean'),
      column('posted', 'json'),
      column('posted_round', 'integer'),
      column('full_sync_due', 'integer'),
      column('accounts_due', 'integer'),
      column('moved_at', 'timestamp'),
    ],
  },
  {
    name: 'changes',
    key: ['number'],
    numberColumn: 'number',
    columns: [
      column('change', 'text'),
      column('feed', 'text'),
      column('id', 'text'),
      column('at', 'timestamp'),
      column('row', 'json'),
    ],
  },
]
