import type { DatabaseLike, SqliteValue, StatementLike } from '../../../lib/mirror/sqlite/DatabaseLike.js'

/** How a database answers: well; `locked` by somebody else; `failing` in the middle of a transaction. */
export type DatabaseState = 'well' | 'locked' | 'failing'

/** A database in trouble, and how much. */
export interface TroubledDatabase {
  readonly database: DatabaseLike
  state: DatabaseState
}

const failure = (errcode: number, message: string): Error => Object.assign(new Error(message), { errcode })

/** What PostgreSQL stores in no text: NUL, half of a surrogate pair, and in JSON the escapes of these. */
const isRefused = (value: unknown): boolean => {
  if (typeof value !== 'string') return false
  if (/\p{Surrogate}|\0/u.test(value)) return true
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(value) && /^[[{"]/.test(value)
}

/** A database of SQLite that can be locked and fail, and that is as strict with texts as PostgreSQL. */
export const troubled = (real: DatabaseLike): TroubledDatabase => {
  let countdown = 0

  /** Of a transaction of a failing database, the fourth statement fails. */
  const disturb = (): void => {
    if (self.state !== 'failing') return
    countdown++
    if (countdown % 4 === 0) throw failure(10, 'disk I/O error')
  }

  const prepare = (sql: string): StatementLike => {
    const statement = real.prepare(sql)
    return {
      all: (...values: Array<SqliteValue> | [Record<string, SqliteValue>]) => {
        disturb()
        if (
          values
            .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : [value]))
            .some(isRefused)
        )
          throw Object.assign(new Error('invalid text'), { code: '22P05' })
        return statement.all(...(values as Array<SqliteValue>))
      },
    }
  }

  const self: TroubledDatabase = {
    state: 'well',
    database: {
      exec: (sql) => {
        if (sql.startsWith('BEGIN')) {
          countdown = 0
          if (self.state === 'locked') throw failure(5, 'database is locked')
        }
        real.exec(sql)
      },
      prepare,
      get isTransaction() {
        return real.isTransaction === true
      },
    },
  }
  return self
}
