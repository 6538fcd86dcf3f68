import { concat, concatMap, defer, EMPTY, expand, from, map, type Observable, of, tap } from 'rxjs'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { PageStream } from '../../streams/pages/PageStream.js'
import { userId } from '../core/mirrorOptions.js'
import type { PreparedTables } from '../core/prepareTables.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'
import { tableExists } from '../tables/mirrorFeatures.js'
import { type ExportedColumn, type ExportedTable, exportedTables } from './exportTables.js'

const idOptions = options('options', { id: userId }, {})

/** The name and the version of the format. A change that could break a reader raises the version. */
const format = { format: 'rxbank-export', version: 1 }

/** How many rows one statement reads. */
const pageSize = 500

/** A user when the export began; `undefined` if the mirror did not know them. */
type ExportedUser = Readonly<Record<'added_at' | 'uuid' | 'version', unknown>> | undefined

/** Some lines of an export, and the key of the last row, if more rows of the table follow. */
interface ExportPage {
  readonly lines: ReadonlyArray<string>
  readonly next: ReadonlyArray<string> | undefined
}

function* findUser({ table, isoTimestamp }: SqlDialect, user: string): Program<ExportedUser> {
  const [row] = yield statement(
    `SELECT ${isoTimestamp('added_at')} AS added_at, uuid, CAST(version AS text) AS version FROM ${table('users')} WHERE id = $1`,
    user,
  )
  return row && { added_at: row.added_at, uuid: row.uuid, version: row.version }
}

/** Whether the user was neither erased nor replaced. The version is not compared, because rounds raise it. */
const isSameUser = (before: ExportedUser, after: ExportedUser): boolean =>
  before?.added_at === after?.added_at && before?.uuid === after?.uuid

/** A SQL expression: a column as text; times are ISO 8601. */
const asText = ({ isoTimestamp, isoDate, largeColumns }: SqlDialect, { name, type, large }: ExportedColumn): string => {
  const plain = type === 'timestamp' ? isoTimestamp(name) : type === 'date' ? isoDate(name) : `CAST(${name} AS text)`
  const text = large !== undefined && largeColumns.includes(large) ? `coalesce(${plain}, ${large})` : plain
  return `${text} AS "${name}"`
}

const isTrue = (text: string): boolean => text === 'true' || text === '1'

/** The value of a column as JSON. Amounts and other numbers are texts, because a JSON number may lose digits. */
const toJson = ({ type }: ExportedColumn, value: unknown): string => {
  if (typeof value !== 'string') return 'null'
  if (type === 'json') return value
  return type === 'boolean' ? String(isTrue(value)) : JSON.stringify(value)
}

const toLine = ({ name, key, columns }: ExportedTable, row: ResultRow): string => {
  const keys = key.map((keyName) => `,${JSON.stringify(keyName)}:${JSON.stringify(row[keyName])}`)
  const values = columns.map((column) => `,${JSON.stringify(column.name)}:${toJson(column, row[column.name])}`)
  return `{"table":${JSON.stringify(name)}${keys.join('')}${values.join('')}}`
}

function* exportPage(
  dialect: SqlDialect,
  user: string,
  exported: ExportedTable,
  after: ReadonlyArray<string> | undefined,
): Program<ExportPage> {
  const { key, numberColumn, columns, name } = exported
  if (!(yield* tableExists(dialect, name))) return { lines: [], next: undefined }
  const keys = key.map((keyName) => `exported.${keyName}`).join(', ')
  const keyTexts = key.map((keyName) => `CAST(exported.${keyName} AS text) AS ${keyName}`)
  const parameters = key.map((keyName, index) => {
    const parameter = `$${String(index + 2)}`
    return keyName === numberColumn ? `CAST(${parameter} AS bigint)` : parameter
  })
  // The first page has no condition: a key may consist of empty texts, such as the key of the sum of rows without an
  // account.
  const following = after === undefined ? '' : `AND (${keys}) > (${parameters.join(', ')})`
  const rows = yield statement(
    `SELECT ${[...keyTexts, ...columns.map((column) => asText(dialect, column))].join(', ')} FROM ${dialect.table(name)} AS exported
     WHERE user_id = $1 ${following} ORDER BY ${keys} LIMIT ${String(pageSize)}`,
    user,
    ...(after ?? []),
  )
  const last = rows.length < pageSize ? undefined : rows.at(-1)
  return { lines: rows.map((row) => toLine(exported, row)), next: last && key.map((keyName) => String(last[keyName])) }
}

/** Exports the data of a user, page by page; see `export` of a mirror. */
export const exportUser = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  wall: () => number,
  id: string,
): PageStream<string> =>
  new PageStream((demand$) =>
    defer(() => {
      decodeOptions(idOptions, { id })
      let rows = 0

      const table = (exported: ExportedTable): Observable<ReadonlyArray<string>> => {
        const page = (after?: ReadonlyArray<string>) =>
          concat(
            demand$,
            defer(() => run(() => exportPage(dialect, id, exported, after))),
          )
        return page().pipe(
          expand(({ next }) => (next === undefined ? EMPTY : page(next))),
          map(({ lines }) => lines),
          tap((lines) => {
            rows += lines.length
          }),
        )
      }

      const head = (user: ExportedUser): string => {
        const { added_at: addedAt = null, uuid = null } = user ?? {}
        const exportedAt = new Date(wall()).toISOString()
        const facts = { user: id, uuid, is_known: user !== undefined, added_at: addedAt, exported_at: exportedAt }
        return JSON.stringify({ ...format, ...facts, tables: exportedTables.map(({ name }) => name) })
      }

      const end = (user: ExportedUser): Observable<ReadonlyArray<string>> =>
        run(() => findUser(dialect, id)).pipe(
          map((currentUser) => {
            if (!isSameUser(user, currentUser)) throw new StaleFencingToken({ fence: Number(user?.version ?? 0) })
            return [JSON.stringify({ end: true, rows })]
          }),
        )

      return run(() => findUser(dialect, id)).pipe(
        concatMap((user) =>
          concat(
            of([head(user)]),
            user === undefined ? EMPTY : from(exportedTables).pipe(concatMap(table)),
            demand$,
            defer(() => end(user)),
          ),
        ),
      )
    }),
  )
