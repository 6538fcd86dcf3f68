import fc from 'fast-check'
import * as t from 'io-ts'
import { assumed } from '../../../lib/base/codec/assumed.js'
import { fieldTally } from '../../../lib/cli/doctor/fieldTally.js'
import { shapeFields, shapeOf } from '../../../lib/cli/doctor/shapeOf.js'
import { profiles } from '../../../lib/cli/profiles.js'
import { id, list, record } from '../../../lib/codec.js'

const inner = record('inner', { id }, { note: t.string })
const own = record('own', { id }, { inner, many: list(inner), name: t.string })

const paths = (codec: t.Mixed, ...values: ReadonlyArray<unknown>) => {
  const { unknown, missing } = fieldTally(shapeOf(codec), values)
  return { unknown: unknown.map(({ path }) => path), missing: missing.map(({ path }) => path) }
}

describe('fieldTally of assumed types', () => {
  const codec = record('own', { id }, assumed({ status: t.number, many: list(inner) }))

  it('counts the values of another type, by path, and never has them', () => {
    const { differing } = fieldTally(shapeOf(codec), [
      { id: 1, status: 'ok', many: [{ id: 'SECRET' }] },
      { id: 2, status: null },
      { id: 3, status: ['ok'], many: 'SECRET' },
      { id: 4, status: 0, many: [{ id: 1 }] },
    ])
    expect(differing).toStrictEqual([
      { path: 'status', expected: 'number', count: 2 },
      { path: 'many', expected: 'list of inner', count: 2 },
    ])
  })
})

describe('fieldTally', () => {
  it('goes into records and lists', () => {
    const value = {
      id: 1,
      name: null,
      inner: { id: 2, status: 1 },
      many: [
        { id: 3, type: 1 },
        { id: 4, note: '' },
      ],
      accounts: [],
    }
    expect(paths(own, value)).toStrictEqual({
      unknown: ['inner.status', 'many[].type', 'accounts'],
      missing: ['inner.note'],
    })
  })

  it('counts by what could have the field', () => {
    const { unknown, missing } = fieldTally(shapeOf(own), [
      { id: 1, many: [{ id: 1, amount: 1 }, { amount: 'a' }, {}] },
      { id: 2 },
    ])
    expect(unknown).toStrictEqual([{ path: 'many[].amount', types: ['number', 'string'], count: 2, total: 3 }])
    expect(missing).toContainEqual({ path: 'many[].id', required: true, count: 1, total: 3 })
    expect(missing).toContainEqual({ path: 'many[].note', required: false, count: 0, total: 3 })
    expect(missing).toContainEqual({ path: 'inner', required: false, count: 0, total: 2 })
  })

  interface Tree {
    readonly id: number
    readonly below?: ReadonlyArray<Tree>
  }
  const tree: t.Type<Tree, unknown> = t.recursion('tree', () =>
    t.intersection([t.type({ id: t.number }), t.partial({ below: t.readonlyArray(tree) })]),
  )

  it.each<readonly [string, t.Mixed]>([
    ['type', t.type({ id: t.number })],
    ['strict', t.strict({ id: t.number })],
    ['exact', t.exact(t.type({ id: t.number }))],
    ['readonly', t.readonly(t.type({ id: t.number }))],
    ['union with null', t.union([t.type({ id: t.number }), t.null, t.undefined])],
    ['intersection', t.intersection([t.partial({ id: t.number }), t.type({ id: t.number })])],
    ['recursion', tree],
  ])('knows what codecs of io-ts know: %s', (_, codec) => {
    expect(fieldTally(shapeOf(codec), [{ status: 1 }])).toMatchObject({
      unknown: [{ path: 'status', count: 1, total: 1 }],
      missing: expect.arrayContaining([{ path: 'id', required: true, count: 0, total: 1 }]),
    })
  })

  it('follows a recursion as deep as a value goes, up to a bound', () => {
    const deep = { id: 1, below: [{ id: 2, below: [{ id: 3, amount: 1 }] }] }
    expect(paths(tree, deep).unknown).toStrictEqual(['below[].below[].amount'])
    let value: unknown = { id: 1, amount: 1 }
    for (let i = 0; i < 1000; i++) value = { id: 1, below: [value] }
    expect(paths(tree, value).unknown).toStrictEqual([])
  })

  it('requires nothing that is one of several', () => {
    const toEither = t.union([t.type({ a: t.number }), t.type({ b: t.number })])
    expect(fieldTally(shapeOf(toEither), [{ a: 1 }]).missing).toStrictEqual([
      { path: 'b', required: false, count: 0, total: 1 },
    ])
    expect(
      paths(t.partial({ ref: t.union([id, inner]) }), { ref: 7 }, { ref: { id: 7, status: 1 } }).unknown,
    ).toStrictEqual(['ref.status'])
  })

  it('has nothing to say of what it does not look into', () => {
    expect(paths(t.unknown, { a: 1 })).toStrictEqual({ unknown: [], missing: [] })
    expect(paths(own, 'text', null, [1], 7)).toStrictEqual({ unknown: [], missing: [] })
  })

  it('takes keys that look like data for data', () => {
    const keys = {
      FR7630006000011234567890189: 1,
      'a@b.example': 1,
      'd76b2f5d-a942-492c-9ea7-2e5aa88cb672': 1,
      '': 1,
      '7': 1,
      good_name: 1,
      risk_level: 1,
      salary: 1,
      loan: 1,
      bank_id: 1,
      Dupont: 1,
      dupont: 1,
      legal_name: 1,
      'x\x1b[2J': 1,
      ['y'.repeat(41)]: 1,
    }
    expect(paths(inner, { id: 1, ...keys }).unknown).toStrictEqual(['*', 'bank_id'])
  })

  it('counts a table of data once for each object', () => {
    const table = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${String(10_000 + n)}`, n]))
    expect(fieldTally(shapeOf(inner), [{ id: 1, ...table }]).unknown).toStrictEqual([
      { path: '*', types: ['number'], count: 1, total: 1 },
    ])
  })

  it('tells of fifty names at most', () => {
    const known = profiles.flatMap(({ codecs }) =>
      Object.values(codecs).flatMap((codec) => shapeFields(shapeOf(codec))),
    )
    const names = Object.fromEntries(known.map((name) => [name, 1]))
    expect(Object.keys(names).length).toBeGreaterThan(60)
    expect(paths(inner, { id: 1, ...names }).unknown).toHaveLength(50)
  })

  it('never throws, and never tells a value', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const text = JSON.stringify(values, (_, value: unknown) =>
          typeof value === 'string' ? `c4n4ry${value}` : value,
        )
        const reported = JSON.stringify(fieldTally(shapeOf(own), JSON.parse(text) as ReadonlyArray<unknown>))
        expect(reported).not.toContain('c4n4ry')
      }),
    )
  })
})
