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

  it('is nothing for what is nested deeper than the stack', () => {
    const depth = 200_000
    expect(contentPrint(JSON.parse('['.repeat(depth) + ']'.repeat(depth)))).toBeUndefined()
    expect(contentPrint([[]])).toBeDefined()
  })
})
