import { DatabaseSync } from '@photostructure/sqlite'
import { firstValueFrom, lastValueFrom, toArray } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { bankTools } from '../../../lib/cli/mcp/bankTools.js'
import { sqliteDatabase } from '../../../lib/cli/mcp/sqliteDatabase.js'
import { createVirtualClock } from '../../../lib/index.js'
import { createMirror, type Mirror } from '../../../lib/sqlite.js'

export type Row = Readonly<Record<string, unknown>>

/** A transaction of a spec: its amount is in cents. */
export interface BankRow {
  readonly id: string
  readonly account: string
  readonly date: string
  readonly cents: number | null
  readonly text: string
  readonly user?: string
  readonly row?: Row
}

/** The tables of a mirror that a spec fills by itself. */
export interface BankTables {
  readonly mirror: Mirror
  readonly insertAccount: (id: string, name: string, iban?: string, user?: string) => void
  readonly insertRows: (rows: ReadonlyArray<BankRow>) => void
  readonly tellBalance: (account: string, cents: number, at: string, user?: string) => void
  readonly ask: (tool: string, input?: Row, showIbans?: boolean) => Promise<Row>
  readonly close: () => void
}

/** Opens empty tables. The tools run as user A6J, on 1 April 2026. */
export const openBankTables = async (
  clock: Clock = createVirtualClock({ start: Date.UTC(2026, 3, 1) }),
): Promise<BankTables> => {
  const database = new DatabaseSync(':memory:')
  const mirror = createMirror({ database })
  await lastValueFrom(mirror.migrate().pipe(toArray()))
  let reported = 0
  return {
    mirror,
    insertAccount: (id, name, iban, user = 'A6J') =>
      void database
        .prepare(
          `INSERT INTO rxbank_accounts (user_id, id, name, iban, type, currency_code, row) VALUES (?, ?, ?, ?, 'checking', 'EUR', '{}')`,
        )
        .all(user, id, name, iban ?? null),
    insertRows: (rows) => {
      const insert = database.prepare(
        `INSERT INTO rxbank_transactions (user_id, id, account_id, date, amount, minor_units, currency_code, description,
           raw_description, updated_at, row) VALUES (?, ?, ?, ?, ?, ?, 'EUR', ?, ?, ?, ?)`,
      )
      database.exec('BEGIN')
      for (const { user = 'A6J', id, account, date, cents, text, row = {} } of rows)
        insert.all(
          user,
          id,
          account,
          date,
          String((cents ?? 0.4) / 100),
          cents,
          text,
          text,
          `${date}T06:00:00.000Z`,
          JSON.stringify(row),
        )
      database.exec('COMMIT')
    },
    tellBalance: (account, cents, at, user = 'A6J') =>
      void database
        .prepare(
          `INSERT INTO rxbank_balances (user_id, account_id, number, currency_code, minor_units, reported_at, read_at, last_reported_at,
             last_read_at) VALUES (?, ?, ?, 'EUR', ?, ?, ?, ?, ?)`,
        )
        .all(user, account, ++reported, String(cents), at, at, at, at),
    ask: (tool, input = {}, showIbans = false) => {
      const tools = bankTools({ database: sqliteDatabase(database), user: 'A6J', showIbans, clock })
      const found = tools.find(({ name }) => name === tool)
      if (found === undefined) throw new Error(tool)
      return firstValueFrom(found.run(input))
    },
    close: () => database.close(),
  }
}
