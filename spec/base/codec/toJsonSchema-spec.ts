import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as t from 'io-ts'
import { plainDate } from '../../../lib/base/codec/calendar.js'
import { guardCodec } from '../../../lib/base/codec/guardCodec.js'
import { id } from '../../../lib/base/codec/id.js'
import { list } from '../../../lib/base/codec/list.js'
import { finite } from '../../../lib/base/codec/numbers.js'
import { object } from '../../../lib/base/codec/object.js'
import { lenient, record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { toJsonSchema } from '../../../lib/base/codec/toJsonSchema.js'
import { toStandardSchema } from '../../../lib/base/codec/toStandardSchema.js'
import { uuid } from '../../../lib/base/codec/uuid.js'
import { bridge2025 } from '../../../lib/bridge.js'
import { createSandbox } from '../../../lib/sandbox.js'

const target = 'draft-2020-12'
const input = (codec: t.Mixed) => {
  const { $schema, ...schema } = toJsonSchema(codec, 'input', { target })
  expect($schema).toBe('https://json-schema.org/draft/2020-12/schema')
  return schema
}

describe('toJsonSchema', () => {
  it.each([
    [t.string, { type: 'string' }],
    [t.boolean, { type: 'boolean' }],
    [t.number, { type: 'number' }],
    [finite, { type: 'number' }],
    [t.null, { type: 'null' }],
    [id, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
    [plainDate, { type: 'string', format: 'date' }],
    [timestamp, { type: 'string', format: 'date-time' }],
    [uuid, { type: 'string', format: 'uuid' }],
    [object, { type: 'object' }],
    [t.literal('a'), { const: 'a' }],
    [t.union([t.string, t.null]), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [list(t.string), { type: 'array', items: { type: 'string' } }],
    [t.readonlyArray(t.string), { type: 'array', items: { type: 'string' } }],
    [guardCodec('an even number', (u): u is number => u === 2), { description: 'an even number' }],
  ])('describes the codec %#', (codec, schema) => {
    expect(input(codec)).toEqual(schema)
  })

  it('describes a record: its fields, of which optional ones may be null, and lenient ones as they are expected', () => {
    expect(input(record('payee', { id }, { note: t.string, ...lenient({ day: plainDate }) }))).toEqual({
      title: 'payee',
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        day: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      },
      required: ['id'],
    })
  })

  it('describes a field that is required and optional as the required one', () => {
    const { properties, required } = input(record('a', { id }, { id: t.string }))
    expect([properties, required]).toEqual([{ id: expect.objectContaining({ type: 'integer' }) as unknown }, ['id']])
  })

  it('converts to another version, and refuses one that it does not know', () => {
    expect(toJsonSchema(t.string, 'input', { target: 'draft-07' }).$schema).toBe(
      'http://json-schema.org/draft-07/schema#',
    )
    for (const unknown of ['openapi-3.0', 'toString'])
      expect(() => toJsonSchema(t.string, 'input', { target: unknown })).toThrow(/draft-2020-12, draft-07/)
  })

  it('refuses to describe a Date, wherever it is in what is decoded', () => {
    for (const codec of [timestamp, list(record('a', {}, { at: timestamp }))])
      expect(() => toJsonSchema(codec, 'output', { target })).toThrow(TypeError)
    expect(toJsonSchema(list(id), 'output', { target })).toEqual(toJsonSchema(list(id), 'input', { target }))
  })

  it('makes schemas of the rows of the service, which a validator of JSON Schema accepts', async () => {
    const sandbox = createSandbox({ profile: bridge2025, transactions: 20 })
    const { clientId, clientSecret } = sandbox.credentials
    const post = { method: 'POST', body: JSON.stringify({ external_user_id: 'A6J' }) }
    const headers = { 'Client-Id': clientId, 'Client-Secret': clientSecret, 'Bridge-Version': '2025-01-15' }
    const json = { ...headers, 'Content-Type': 'application/json' }
    const base = 'https://bank.example/v3/aggregation'
    const issued = await sandbox.fetch(`${base}/authorization/token`, { ...post, headers: json })
    const { access_token } = (await issued.json()) as { readonly access_token: string }
    for (const resource of ['account', 'transaction', 'item', 'stock'] as const) {
      const authorized = { ...headers, Authorization: `Bearer ${access_token}` }
      const answer = await sandbox.fetch(`${base}/${resource}s`, { headers: authorized })
      const { resources } = (await answer.json()) as { readonly resources: ReadonlyArray<object> }
      expect(resources.length).toBeGreaterThan(0)
      const schema = input(list<unknown, unknown>(bridge2025.codecs[resource] as never))
      const { validate } = fromJsonSchema(schema)['~standard']
      expect(await validate(resources)).toEqual({ value: resources })
      expect(await validate([{ id: 'x' }])).toHaveProperty('issues')
    }
  })

  it('is what the MCP SDK reads as the schema of a tool', () => {
    const schema: StandardSchemaWithJSON = toStandardSchema(record('period', { from: plainDate }, {}))
    const { jsonSchema } = schema['~standard']
    expect(jsonSchema.input({ target })).toMatchObject({ type: 'object', required: ['from'] })
    expect(jsonSchema.output({ target })).toEqual(jsonSchema.input({ target }))
  })
})
