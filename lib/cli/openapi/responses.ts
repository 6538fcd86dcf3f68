import type { OperationKey, operationTable, ServiceProfile } from '../../index.js'
import type { JsonSchema, Schemas } from './jsonSchema.js'

type Row = (typeof operationTable)[OperationKey]

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } })

/** The schema of a page. The last page has no `next_uri`, or `null`. */
const page = (row: JsonSchema): JsonSchema => {
  const link = { type: ['string', 'null'], format: 'uri-reference', default: null }
  return {
    type: 'object',
    required: ['resources'],
    properties: {
      resources: { type: 'array', items: row },
      pagination: { type: ['object', 'null'], properties: { previous_uri: link, next_uri: link } },
    },
  }
}

const token: JsonSchema = {
  type: 'object',
  required: ['access_token', 'expires_at', 'user'],
  properties: {
    access_token: { type: 'string', minLength: 1, maxLength: 8192, pattern: '^[\\x21-\\x7e]+$', default: 'a-token' },
    expires_at: { type: 'string', format: 'date-time', default: '2999-01-01T00:00:00Z' },
    user: {
      type: 'object',
      required: ['uuid'],
      properties: { uuid: { type: 'string', format: 'uuid' }, external_user_id: { type: ['string', 'null'] } },
    },
  },
}

const form: JsonSchema = {
  type: 'object',
  properties: { redirect_url: { type: 'string', format: 'uri' }, url: { type: 'string', format: 'uri' } },
}

const failure = (description: string) => ({ description, content: json({ type: 'object' }) })

/**
 * The error answers that every operation may have, by the names that {@link responses} refers to.
 */
export const errorResponses: JsonSchema = {
  Refused: failure('The request was refused; the body is the service’s error.'),
  Unavailable: failure('The service failed.'),
}

/** The codec of the rows of a list: of resources, or of groups of resources. */
const rowOf = (
  row: Row & { readonly answer: 'list' },
  { codecs, nested }: ServiceProfile,
  schemas: Schemas,
): JsonSchema => {
  if (row.key === 'banks') return schemas.schemaOf(nested?.banks?.row(codecs.bank) ?? codecs.bank)
  if (row.key === 'categories') return schemas.schemaOf(nested?.categories?.row(codecs.category) ?? codecs.category)
  return schemas.schemaOf(codecs[row.resource])
}

const successResponses = (row: Row, profile: ServiceProfile, schemas: Schemas): JsonSchema => {
  if (row.answer === 'nothing') return { '204': { description: 'Done.' } }
  const schema = () => {
    if (row.answer === 'list') return page(rowOf(row, profile, schemas))
    if ('resource' in row) return schemas.schemaOf(profile.codecs[row.resource])
    return row.key === 'authenticate' ? token : form
  }
  const creates = 'effect' in row && (row.effect === 'change' || row.effect === 'session')
  const status = creates ? '201' : '200'
  return { [status]: { description: 'The answer.', content: json(schema()) } }
}

/** The answers of an operation. */
export const responses = (row: Row, profile: ServiceProfile, schemas: Schemas): JsonSchema => ({
  ...successResponses(row, profile, schemas),
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Unavailable' },
})
