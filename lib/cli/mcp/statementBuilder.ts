import type { SqlValue } from './BankDatabase.js'

/** The conditions of a statement, and the values of their parameters. */
export interface StatementBuilder {
  readonly values: ReadonlyArray<SqlValue>
  /** Adds a value, and returns the parameter that stands for it. */
  readonly parameter: (value: SqlValue) => string
  /** Adds a condition for a value, unless the value is missing. */
  readonly where: (value: SqlValue | undefined, condition: (parameter: string) => string) => void
  /** All conditions. */
  readonly conditions: () => string
}

/** Creates a statement without conditions. Values never become part of its text. */
export const statementBuilder = (): StatementBuilder => {
  const values: Array<SqlValue> = []
  const conditions: Array<string> = []
  const parameter = (value: SqlValue) => `$${String(values.push(value))}`
  return {
    values,
    parameter,
    where: (value, condition) => {
      if (value !== undefined) conditions.push(condition(parameter(value)))
    },
    conditions: () => conditions.join(' AND '),
  }
}
