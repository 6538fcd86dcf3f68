import { type Mirror, statement } from '../../../lib/postgres.js'

/**
 * A mirror that adds the rows of each transaction to `rows` of their user in a table, within that transaction. At the end
 * these counts tell whether rows were counted twice.
 */
export const counting = (mirror: Mirror, table: string): Mirror => ({
  ...mirror,
  sync: (user, config) =>
    mirror.sync(user, {
      ...config,
      *extraStatements({ user: id, changedIds }) {
        yield statement(
          `INSERT INTO ${table} AS old VALUES ($1, $2)
           ON CONFLICT (user_id) DO UPDATE SET rows = old.rows + excluded.rows`,
          id,
          changedIds.length,
        )
      },
    }),
})
