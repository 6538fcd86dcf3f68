import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { list } from '../../../lib/base/codec/list.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { type StandardSchema, toStandardSchema } from '../../../lib/base/codec/toStandardSchema.js'

const payee = record('payee', { id }, { seen_at: timestamp })
const validate = <A>(codec: t.Type<A, unknown>, value: unknown) => toStandardSchema(codec)['~standard'].validate(value)

describe('toStandardSchema', () => {
  it('is of version 1, and says who made it', () => {
    const { version, vendor } = toStandardSchema(payee)['~standard']
    expect([version, vendor]).toEqual([1, 'rxbank'])
  })

  it('gives what the codec decodes, and its type', () => {
    const result = validate(payee, { id: '7', seen_at: '2026-01-31T00:00:00Z', more: 1 })
    expect(result).toEqual({ value: { id: 7, seen_at: new Date('2026-01-31T00:00:00Z'), more: 1 } })
    const schema: StandardSchema<unknown, number> = toStandardSchema(id)
    expect(schema['~standard'].validate(7)).toEqual({ value: 7 })
  })

  it('says where a value is wrong, by unescaped keys, and never the value', () => {
    const wrong = record('row', { 'a/b~c': id, rows: list(payee) }, {})
    const { issues } = validate(wrong, { 'a/b~c': 'canary', rows: [{ id: 1 }, { id: 'canary' }] })
    expect(issues).toEqual([
      { message: 'expected id', path: ['a/b~c'] },
      { message: 'expected id', path: ['rows', '1', 'id'] },
    ])
    expect(validate(id, 'canary').issues).toEqual([{ message: 'expected id', path: [] }])
  })

  it('answers for a codec that throws', () => {
    const throwing = new t.Type<number>(
      'thrower',
      t.number.is,
      () => {
        throw new RangeError('canary')
      },
      t.identity,
    )
    expect(validate(throwing, 1)).toEqual({ issues: [{ message: 'expected thrower (its codec threw)', path: [] }] })
  })

  it('accepts what the codec does, and refuses what it refuses, ten places at most', () => {
    const rows = list(payee)
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.oneof(fc.nat(), fc.string()) }), { maxLength: 30 }), (value) => {
        const [result, decoded] = [validate(rows, value), decode(rows, value)]
        expect(result.issues?.length).toBe(isLeft(decoded) ? decoded.left.length : undefined)
        expect(result.issues ?? []).toHaveLength(Math.min(result.issues?.length ?? 0, 10))
        if (!isLeft(decoded)) expect(result).toEqual({ value: decoded.right })
      }),
    )
  })
})
