import type * as t from 'io-ts'
import type { OperationKey, operationTable, ServiceProfile } from '../../index.js'
import type { JsonSchema, Schemas } from './jsonSchema.js'

type Row = (typeof operationTable)[OperationKey]

interface Filter {
  readonly parameter: string
  readonly format: t.Mixed
}

/** A profile that may have options which filter its lists. */
interface Filtering {
  readonly filters?: Readonly<Partial<Record<string, Readonly<Record<string, Filter>>>>>
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'header' | 'path' | 'query'
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

const integer = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

const limit: Parameter = {
  name: 'limit',
  in: 'query',
  description: 'The maximum number of rows of a page.',
  schema: { type: 'integer', minimum: 1, maximum: 500 },
}
const after: Parameter = { name: 'after', in: 'query', description: 'From a `next_uri` only.', schema: text }

const version = ({ versionHeader, serviceVersion = '2021-06-01' }: ServiceProfile): Parameter => ({
  name: versionHeader,
  in: 'header',
  required: true,
  schema: { type: 'string', default: serviceVersion },
})

/** The parameter for the `:id` of a template, in the path or in the query. */
const subject = (row: Row, template: string): ReadonlyArray<Parameter> => {
  if (!('subject' in row)) return []
  const schema = row.subject === 'user' ? { type: 'string', format: 'uuid' } : integer
  const [, name] = /[?&](\w+)=:id/.exec(template) ?? []
  return [name === undefined ? { name: 'id', in: 'path', required: true, schema } : { name, in: 'query', schema }]
}

/** The parameters of an operation; the version header is the first. */
export const openapiParameters = (
  row: Row,
  template: string,
  profile: ServiceProfile & Filtering,
  schemas: Schemas,
): ReadonlyArray<Parameter> => {
  const filters = Object.values(profile.filters?.[row.key] ?? {})
  return [
    version(profile),
    ...subject(row, template),
    ...(row.answer === 'list' ? [limit, after] : []),
    ...('updatesOf' in row ? [{ name: profile.since.parameter, in: 'query', schema: text } as const] : []),
    ...filters.map(
      ({ parameter, format }) => ({ name: parameter, in: 'query', schema: schemas.schemaOf(format) }) as const,
    ),
  ]
}
