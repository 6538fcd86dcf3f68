import { defer, type Observable, of } from 'rxjs'
import { MirrorError } from '../core/MirrorError.js'
import type { Program, ResultRow, Statement, Value } from '../core/Program.js'
import { toStorableValue } from '../core/rowText.js'
import type { DatabaseLike, SqliteValue, StatementLike } from './DatabaseLike.js'
import { sqliteError } from './sqliteError.js'

/** Converts a parameter for SQLite, which has no booleans and cannot store all characters. */
const toSqlite = (value: Value): SqliteValue =>
  typeof value === 'boolean' ? Number(value) : (toStorableValue(value) as SqliteValue)

const byName = (values: ReadonlyArray<Value>): Record<string, SqliteValue> =>
  Object.fromEntries(values.map((value, index) => [`$${String(index + 1)}`, toSqlite(value)]))

/** Runs programs as transactions, each of them synchronously from beginning to end. */
export const sqliteTransaction = (database: DatabaseLike): (<A>(program: () => Program<A>) => Observable<A>) => {
  const prepared = new Map<string, StatementLike>()

  const prepare = (text: string): StatementLike => {
    const statement = prepared.get(text) ?? database.prepare(text)
    prepared.set(text, statement)
    return statement
  }

  const convertErrors = <A>(action: () => A): A => {
    try {
      return action()
    } catch (error) {
      throw sqliteError(error)
    }
  }

  const run = ({ text, values, isPositional = false }: Statement): ReadonlyArray<ResultRow> =>
    convertErrors(() => {
      if (values !== undefined)
        return prepare(text).all(
          ...(isPositional ? values.map(toSqlite) : [byName(values)]),
        ) as ReadonlyArray<ResultRow>
      database.exec(text)
      return []
    })

  const rollBack = () => {
    try {
      database.exec('ROLLBACK')
    } catch {
      // If the disk is full or fails, SQLite has already rolled back.
    }
  }

  return (program) =>
    defer(() => {
      if (convertErrors(() => database.isTransaction === true)) throw new MirrorError({ reason: 'busy' })
      run({ text: 'BEGIN IMMEDIATE' })
      try {
        const steps = program()
        let step = steps.next([])
        while (step.done !== true) step = steps.next(run(step.value))
        run({ text: 'COMMIT' })
        return of(step.value)
      } catch (error) {
        // #sabotage: roll-back
        rollBack()
        throw error
      }
    })
}
