import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { contentHash } from '../../../lib/base/hash/contentHash.js'
import { respelled } from '../../helpers/respelled.js'

const json = fc.jsonValue({ maxDepth: 4 }).map((value): unknown => JSON.parse(JSON.stringify(value)))

describe('contentHash', () => {
  it('is one for equal values, with their keys in any order, and another for others', () => {
    fc.assert(
      fc.property(json, json, fc.infiniteStream(fc.nat()), (one, other, order) => {
        expect(contentHash(respelled(one, order))).toBe(contentHash(one))
        expect(contentHash(one) === contentHash(other)).toBe(isDeepStrictEqual(one, other))
      }),
      { numRuns: 1000 },
    )
  })

  it('takes a text for the moment or the number that it was decoded to, and all else as it is', () => {
    const row = { id: '12', at: '2024-01-01T00:00:00Z', rows: [{ at: '2024-01-01T01:00:00+01:00' }], text: '12' }
    const decoded = { id: 12, at: new Date(Date.UTC(2024)), rows: [{ at: new Date(Date.UTC(2024)) }], text: '12' }
    const other = { id: 12, at: '2024-01-01T00:00:00.000Z', rows: [{ at: '2024-01-01T00:00:00.0Z' }], text: '12' }
    expect(contentHash(row, decoded)).toBe(contentHash(other, decoded))
    expect(contentHash(row, decoded)).not.toBe(contentHash({ ...row, text: 12 }, decoded))
    expect(contentHash(row, decoded)).not.toBe(contentHash(row))
    expect(contentHash(row, { ...decoded, at: new Date(Date.UTC(2025)) })).not.toBe(contentHash(row, decoded))
  })

  it.each([undefined, null, 7, [], {}, new Map([['a', 1]]), { a: new Date(NaN) }, { a: NaN }, { length: 1 }, 'text'])(
    'tells values apart that were decoded to %p',
    (decoded) => {
      expect(contentHash({ a: 'x' }, decoded)).not.toBe(contentHash({ a: 'y' }, decoded))
      expect(contentHash(['x'], decoded)).not.toBe(contentHash(['y'], decoded))
      expect(contentHash({ length: 'x' }, [1])).not.toBe(contentHash({ length: 'y' }, [1]))
    },
  )

  it.each([
    [
      { a: 1, b: 2 },
      { a: -1, b: -2 },
    ],
    [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
    [{ a: 1 }, { b: 1 }],
    [
      ['a', 'b'],
      ['ab', ''],
    ],
    [[[], 1], [[1]]],
    [{ a: {}, b: 1 }, { a: { b: 1 } }],
    [
      [[1], [2]],
      [[2], [1]],
    ],
    [
      { a: { c: 1 }, b: { d: 1 } },
      { a: { d: 1 }, b: { c: 1 } },
    ],
    [
      [[[]], []],
      [[], [[]]],
    ],
    [{ a: '1' }, { a: 1 }],
    [{ a: null }, {}],
    [{ a: true }, { a: false }],
    [[], {}],
    [0.1, 0.1 + Number.EPSILON / 8],
    ['é', 'e\u0301'],
    ['\ud800', '\ud801'],
  ])('tells %j from %j', (one, other) => {
    expect(contentHash(one)).not.toBe(contentHash(other))
  })

  it('tells decoded moments and large integers apart', () => {
    expect(contentHash({ date: new Date(1) })).not.toBe(contentHash({ date: new Date(2) }))
    expect(contentHash([2n ** 64n])).not.toBe(contentHash([2n ** 65n]))
    expect(contentHash([new Date(1), 2n])).toBe(contentHash([new Date(1), 2n]))
  })

  it('knows one zero, as JSON does', () => {
    expect(contentHash([-0])).toBe(contentHash([0]))
  })

  it('is the same however many names went by', () => {
    const row = { a_name_of_its_own: 1, another: 'two' }
    const before = contentHash(row)
    for (let n = 0; n < 3000; n++) contentHash({ [`name ${String(n)}`]: n })
    const late = { a_name_that_came_late: 1 }
    expect([contentHash(row), contentHash(late)]).toEqual([before, contentHash({ ...late })])
    expect(contentHash({ 'name 2999': 1 })).not.toBe(contentHash({ 'name 2998': 1 }))
  })

  it.each([1000, 8000, 100_000])('tells apart what is nested %p deep', (depth) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const hash = (inner: string) => contentHash(JSON.parse(open.repeat(depth) + inner + close.repeat(depth)))
      expect(hash('1')).toBe(hash('1'))
      expect(hash('1')).not.toBe(hash('2'))
    }
  })
})
