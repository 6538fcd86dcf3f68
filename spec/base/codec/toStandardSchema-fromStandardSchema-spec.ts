import { type } from 'arktype'
import fc from 'fast-check'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { lastValueFrom, toArray } from 'rxjs'
import * as v from 'valibot'
import { z } from 'zod'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { list } from '../../../lib/base/codec/list.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import {
  fromStandardSchema,
  type StandardResult,
  type StandardSchema,
  toStandardSchema,
} from '../../../lib/base/codec/toStandardSchema.js'
import { createClient } from '../../../lib/client/createClient.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

interface Card {
  readonly id: number
  readonly owner: { readonly name: string }
}

const schemas: ReadonlyArray<readonly [string, StandardSchema<unknown, Card>]> = [
  ['Zod', z.looseObject({ id: z.number(), owner: z.object({ name: z.string() }) })],
  ['Valibot', v.looseObject({ id: v.number(), owner: v.object({ name: v.string() }) })],
  ['ArkType', type({ id: 'number', owner: { name: 'string' } })],
]

const validating = (
  validate: (u: unknown) => StandardResult<unknown> | Promise<StandardResult<unknown>>,
): StandardSchema => ({
  '~standard': { version: 1, vendor: 'example', validate },
})

const card = { id: 7, owner: { name: 'A' } }

describe.each(schemas)('fromStandardSchema of %s', (_, schema) => {
  const codec = fromStandardSchema('card', schema)

  it('takes what the schema does', () => {
    expect([codec.is(card), codec.is({}), codec.name]).toEqual([true, false, 'card'])
    expect(decode(codec, card)).toEqual(right(card))
    expect(codec.encode(card)).toBe(card)
  })

  it('says where it is wrong, without the value', () => {
    const decoded = decode(list(codec), [card, { id: 'canary', owner: { name: 1234 } }])
    expect(decoded).toEqual(
      left([
        { path: '/1/id', expected: 'card' },
        { path: '/1/owner/name', expected: 'card' },
      ]),
    )
  })
})

describe('fromStandardSchema', () => {
  it('gives what the schema makes of a value', () => {
    const at = z.iso.datetime().transform((text) => new Date(text))
    const decoded = decode(record('row', { at: fromStandardSchema('moment', at) }, {}), { at: '2026-01-31T00:00:00Z' })
    expect(decoded).toEqual(right({ at: new Date('2026-01-31T00:00:00Z') }))
  })

  it.each<[string, ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined, string]>([
    ['no path', undefined, ''],
    ['numbers', ['rows', 1, 'id'], '/rows/1/id'],
    ['objects with keys', [{ key: 'a/b' }, { key: 2 }], '/a~1b/2'],
    ['symbols', [Symbol('s')], '/Symbol(s)'],
    ['names of prototypes', ['__proto__', 'constructor'], '/__proto__/constructor'],
  ])('reads paths of %s', (_, path, expected) => {
    const schema = validating(() => ({ issues: [{ message: 'canary', ...(path && { path }) }] }))
    expect(decode(fromStandardSchema('row', schema), 'canary')).toEqual(left([{ path: expected, expected: 'row' }]))
  })

  it('refuses if the schema has issues that say nothing', () => {
    const schema = validating(() => ({ issues: [] }))
    expect(decode(fromStandardSchema('row', schema), 7)).toEqual(left([{ path: '', expected: 'row' }]))
  })

  it.each([
    ['that is kept', () => Promise.resolve({ value: 7 })],
    ['that is broken', () => Promise.reject(new Error('canary'))],
  ])('refuses every value if the schema gives a Promise %s', (_, validate) => {
    const codec = fromStandardSchema('row', validating(validate))
    const expected = 'row, by a schema that returns no Promise'
    expect(decode(codec, 7)).toEqual(left([{ path: '', expected }]))
    expect(decode(list(codec), [7])).toEqual(left([{ path: '/0', expected }]))
    expect(codec.is(7)).toBe(false)
  })

  it('refuses if the schema throws', () => {
    const codec = fromStandardSchema(
      'row',
      validating(() => {
        throw new RangeError('canary')
      }),
    )
    expect([decode(codec, 7), codec.is(7)]).toEqual([left([{ path: '', expected: 'row (its codec threw)' }]), false])
  })

  it('is the codec again of which a schema was made', () => {
    const row = record('row', { id }, { at: timestamp })
    const again = fromStandardSchema('row', toStandardSchema(row))
    fc.assert(
      fc.property(
        fc.record({ id: fc.oneof(fc.nat(), fc.string()), at: fc.oneof(fc.string(), fc.constant(null)) }),
        (value) => {
          const [ours, theirs] = [decode(row, value), decode(again, value)]
          const places = isRight(ours) ? ours : left(ours.left.map(({ path }) => ({ path, expected: 'row' })))
          expect(theirs).toEqual(places)
        },
      ),
    )
  })

  it('stands in the place of a resource’s codec, with its type', async () => {
    const transaction = fromStandardSchema('movement', z.looseObject({ id: z.number(), amount: z.number() }))
    const { credentials, http } = createSandbox({ profile: documentedProfile, transactions: 30 })
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      codecs: { transaction },
    })
    const rows = await lastValueFrom(client.user({ externalUserId: 'A6J' }).transactions.all().pipe(toArray()))
    const sum: number = rows.reduce((total, { amount }) => total + amount, 0)
    expect([rows.length > 0, Number.isFinite(sum)]).toEqual([true, true])
  })
})
