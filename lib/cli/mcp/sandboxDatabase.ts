import { concat, defer, ignoreElements, type Observable, of, switchMap } from 'rxjs'
import { createClient } from '../../client/createClient.js'
import { createMirror } from '../../mirror/sqlite/createSqliteMirror.js'
import { bridge2025 } from '../../service/bridge/bridge2025.js'
import { createSandbox } from '../../testing/sandbox/createSandbox.js'
import type { BankDatabase } from './BankDatabase.js'
import { openSqlite, sqliteDatabase } from './sqliteDatabase.js'

/** The user of the sandbox whose data is read. */
export const sandboxUser = 'A6J'

/** An invented bank in memory, mirrored once. */
export const sandboxDatabase = (): Observable<BankDatabase> =>
  openSqlite(':memory:', false).pipe(
    switchMap((connection) => {
      const { credentials, http } = createSandbox({ profile: bridge2025, transactions: 1200 })
      const client = createClient({ profile: bridge2025, ...credentials, http })
      const round$ = createMirror({ database: connection }).sync(client.user({ externalUserId: sandboxUser }), {
        id: sandboxUser,
      })
      return concat(
        round$.pipe(ignoreElements()),
        defer(() => of(sqliteDatabase(connection))),
      )
    }),
  )
