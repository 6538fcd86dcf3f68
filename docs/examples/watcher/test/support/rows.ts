import { DatabaseSync } from '@photostructure/sqlite'

/** Asks a database that the service may be using. */
export const query = <A>(file: string, sql: string): ReadonlyArray<A> => {
  const database = new DatabaseSync(file, { timeout: 5000 })
  try {
    return database.prepare(sql).all() as ReadonlyArray<A>
  } finally {
    database.close()
  }
}

const ofAll = `
  SELECT 'transactions ' || user_id || ' ' || id AS name, row FROM rxbank_transactions
  UNION ALL SELECT 'stocks ' || user_id || ' ' || id, row FROM rxbank_stocks
`

/** The rows of a database, as JSON by list, user and id. */
export const rowsIn = (file: string): ReadonlyMap<string, string> =>
  new Map(query<{ name: string; row: string }>(file, ofAll).map(({ name, row }) => [name, row]))

/** How many of these rows are missing, superfluous or different. */
export const difference = (mirrored: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): number =>
  [...wanted].filter(([name, row]) => mirrored.get(name) !== row).length +
  [...mirrored.keys()].filter((name) => !wanted.has(name)).length
