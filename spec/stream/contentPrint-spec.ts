import fc from 'fast-check'
import { contentPrint } from '../../lib/stream/contentPrint.js'

const json = fc.jsonValue({ maxDepth: 4 }).map((value): unknown => JSON.parse(JSON.stringify(value)))

describe('contentPrint', () => {
  it('is one for values whose text is one, and another for another', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(contentPrint(one)).toBe(contentPrint(JSON.parse(JSON.stringify(one))))
        expect(contentPrint(one) === contentPrint(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    [
      { a: 1, b: 2 },
      { a: -1, b: -2 },
    ],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
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
    expect(contentPrint(one)).not.toBe(contentPrint(other))
  })

  it('knows one zero, as JSON does', () => {
    expect(contentPrint([-0])).toBe(contentPrint([0]))
  })

  it('is the same however many names went by', () => {
    const row = { a_name_of_its_own: 1, another: 'two' }
    const before = contentPrint(row)
    for (let n = 0; n < 3000; n++) contentPrint({ [`name ${String(n)}`]: n })
    const late = { a_name_that_came_late: 1 }
    expect([contentPrint(row), contentPrint(late)]).toEqual([before, contentPrint({ ...late })])
    expect(contentPrint({ 'name 2999': 1 })).not.toBe(contentPrint({ 'name 2998': 1 }))
  })

  it.each([1000, 8000, 100_000, 1_000_000])('tells apart what is nested %p deep', (depth) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const print = (inner: string) => contentPrint(JSON.parse(open.repeat(depth) + inner + close.repeat(depth)))
      expect(print('1')).toBe(print('1'))
      expect(print('1')).not.toBe(print('2'))
    }
  })
})
