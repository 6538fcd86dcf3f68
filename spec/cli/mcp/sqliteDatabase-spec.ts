import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { firstValueFrom } from 'rxjs'
import { openSqlite, sqliteDatabase } from '../../../lib/cli/mcp/sqliteDatabase.js'

describe('openSqlite', () => {
  it('waits while another process writes, and cannot write itself', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'rxbank-sqlite-')), 'bank.db')
    const writer = new DatabaseSync(file)
    writer.exec('CREATE TABLE rxbank_users (id TEXT)')
    writer.close()
    const database = sqliteDatabase(await firstValueFrom(openSqlite(file, true)))
    expect(await firstValueFrom(database.query('PRAGMA busy_timeout', []))).toEqual([{ timeout: 5000 }])
    await expect(firstValueFrom(database.query('DELETE FROM rxbank_users', []))).rejects.toThrow(/readonly|read-only/)
    database.close()
  })
})
