import { type OperationKey, operationTable, type ServiceProfile } from '../../index.js'
import { type JsonSchema, Schemas } from './jsonSchema.js'
import { type Parameter, parameters } from './openapiParameters.js'
import { answers, failures } from './responses.js'
import { security, securitySchemes } from './securitySchemes.js'

type Row = (typeof operationTable)[OperationKey]

/** An operation of the document, with its path and method. */
interface Entry {
  readonly path: string
  readonly method: string
  readonly operation: JsonSchema & { readonly parameters: ReadonlyArray<Parameter> }
}

const place = ({ name, in: where }: Parameter): string => `${where} ${name}`

/**
 * All operations. Those whose path is that of another one with a parameter added come last: in the document both are
 * one operation, named after the first.
 */
const rowsOf = ({ paths }: ServiceProfile): ReadonlyArray<Row> => {
  const isNarrowed = ({ key }: Row): boolean => paths[key]?.includes('?') === true
  const rows = Object.values(operationTable)
  return [...rows.filter((row) => !isNarrowed(row)), ...rows.filter(isNarrowed)]
}

/**
 * Merges two operations with the same path and method, which can only be one in a document: it has the parameters of
 * both.
 */
const merged = (first: Entry['operation'], second: Entry['operation']): Entry['operation'] => {
  const known = first.parameters.map(place)
  const more = second.parameters.filter((parameter) => !known.includes(place(parameter)))
  return { ...first, parameters: [...first.parameters, ...more] }
}

const body: JsonSchema = { content: { 'application/json': { schema: { type: 'object' } } } }

const entryOf = (row: Row, profile: ServiceProfile, schemas: Schemas): ReadonlyArray<Entry> => {
  const template = profile.paths[row.key]
  if (template === null) return []
  const [path = ''] = template.replace(/:id$/, '{id}').replace('/:id/', '/{id}/').split('?')
  const method = (profile.methods?.[row.key] ?? row.method).toLowerCase()
  const [tag = ''] = row.name.split('.')
  const operation = {
    operationId: row.key,
    summary: row.name,
    tags: [tag],
    security: [security(profile, row.access)],
    parameters: parameters(row, template, profile, schemas),
    ...((method === 'post' || method === 'put') && { requestBody: body }),
    responses: answers(row, profile, schemas),
  }
  return [{ path, method, operation }]
}

/**
 * The document of OpenAPI 3.1 for the service of a profile: its operations, credentials, and the shape of each
 * resource as the codec of the profile reads it.
 */
export const openapi = (profile: ServiceProfile, version: string): JsonSchema => {
  const schemas = new Schemas()
  const paths: Record<string, Record<string, Entry['operation']>> = {}
  for (const row of rowsOf(profile))
    for (const { path, method, operation } of entryOf(row, profile, schemas)) {
      const methods = (paths[path] ??= {})
      const known = methods[method]
      methods[method] = known ? merged(known, operation) : operation
    }
  return {
    openapi: '3.1.0',
    info: {
      title: `The service as the profile ${profile.name} has it`,
      version: profile.serviceVersion ?? '2021-06-01',
      description: `Made by rxbank ${version} of the operations and codecs with which it reads the service.`,
    },
    servers: [{ url: profile.baseUrl ?? 'https://bank.example' }],
    paths,
    components: { schemas: schemas.all, responses: failures, securitySchemes: securitySchemes(profile) },
  }
}
