import * as t from 'io-ts'
import { Schemas } from '../../../lib/cli/openapi/jsonSchema.js'
import { finite, id, list, object, plainDate, record, timestamp, uuid } from '../../../lib/codec.js'

const schemaOf = (codec: t.Mixed) => {
  const schemas = new Schemas()
  return [schemas.schemaOf(codec), schemas.all] as const
}

describe('Schemas', () => {
  it.each<[string, t.Mixed, object]>([
    ['an id', id, { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991 }],
    ['a moment', timestamp, { type: 'string', format: 'date-time' }],
    ['a day', plainDate, { type: 'string', format: 'date' }],
    ['a UUID', uuid, { type: 'string', format: 'uuid' }],
    ['a number', finite, { type: 'number' }],
    ['an object', object, { type: 'object' }],
    ['anything', t.unknown, {}],
    ['a list', list(list(t.string)), { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
    ['a union', t.union([t.string, t.null]), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['a word', t.literal('a'), { const: 'a' }],
    ['words', t.keyof({ a: null, b: null }), { enum: ['a', 'b'] }],
    ['a dictionary', t.record(t.string, t.boolean), { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['what is read-only', t.readonly(t.number), { type: 'number' }],
    ['a refinement', t.refinement(t.number, (n) => n > 1), { type: 'number' }],
    [
      'an object of io-ts',
      t.type({ a: t.string }),
      { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    ],
    [
      'one whose fields may be missing',
      t.partial({ a: t.string }),
      { type: 'object', properties: { a: { type: ['string', 'null'] } } },
    ],
    ['an intersection', t.intersection([t.string, t.unknown]), { allOf: [{ type: 'string' }, {}] }],
    [
      'a codec of which nothing is known',
      new t.Type('amount', t.number.is, t.number.validate, t.identity),
      { description: 'amount' },
    ],
  ])('reads %s', (_, codec, schema) => {
    expect(schemaOf(codec)).toEqual([schema, {}])
  })

  it('writes each record once, with fields that may be missing or null', () => {
    const owner = record('bank owner', { id }, { name: t.string, any: t.unknown })
    const pair = record('pair', { left: owner }, { right: owner })
    expect(schemaOf(list(pair))).toEqual([
      { type: 'array', items: { $ref: '#/components/schemas/Pair' } },
      {
        BankOwner: {
          type: 'object',
          required: ['id'],
          properties: { id: schemaOf(id)[0], name: { type: ['string', 'null'] }, any: {} },
        },
        Pair: {
          type: 'object',
          required: ['left'],
          properties: {
            left: { $ref: '#/components/schemas/BankOwner' },
            right: { anyOf: [{ $ref: '#/components/schemas/BankOwner' }, { type: 'null' }] },
          },
        },
      },
    ])
  })

  it('tells records of one name apart', () => {
    const schemas = new Schemas()
    schemas.schemaOf(record('row', { id }, {}))
    expect([schemas.schemaOf(record('row', {}, {})), Object.keys(schemas.all)]).toEqual([
      { $ref: '#/components/schemas/Row2' },
      ['Row', 'Row2'],
    ])
  })
})
