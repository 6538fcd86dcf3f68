import { type OperationKey, operationTable } from '../../service/profile/operations.js'

type Row = (typeof operationTable)[OperationKey]

/** An operation that reads one response. */
export type SingleRow = Exclude<
  Extract<Row, { readonly response: 'one' }>,
  { readonly effect: string } | { readonly until: string }
>

/** The name of the resource that an operation reads: its key in kebab case. */
export type SingleName = KebabCase<SingleRow['key']>

type KebabCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${KebabCase<Tail>}`
  : S

const isSingle = (row: Row): row is SingleRow => row.response === 'one' && !('effect' in row) && !('until' in row)

/** The operations that read one response, by the names of the resources that they read. */
export const singleOperations: ReadonlyMap<SingleName, SingleRow> = new Map(
  Object.values(operationTable)
    .filter(isSingle)
    .map((row) => [row.key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as SingleName, row] as const),
)

/** The names of these resources, in alphabetical order. */
export const singleNames: ReadonlyArray<SingleName> = Array.from(singleOperations.keys()).sort()
