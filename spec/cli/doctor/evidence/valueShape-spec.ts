import fc from 'fast-check'
import { addToShape, emptyShape, shapeJson } from '../../../../lib/cli/doctor/evidence/valueShape.js'

const shapeOf = (...values: ReadonlyArray<unknown>) => {
  const shape = emptyShape()
  for (const value of values) addToShape(shape, value)
  return shapeJson(shape)
}

describe('valueShape', () => {
  it('has forms in the place of values, and a ? at fields that some objects lack', () => {
    expect(
      shapeOf({ id: 7, name: 'Jeanne' }, { id: 1.5, name: null, iban: 'FR7630006000011234567890189' }),
    ).toStrictEqual({
      id: 'integer or number',
      name: 'null or text',
      'iban?': 'IBAN',
    })
  })

  it('has one element for all of a list', () => {
    expect(shapeOf({ resources: [{ id: 1 }, { id: 2, date: '2026-01-31' }] })).toStrictEqual({
      resources: [{ id: 'integer', 'date?': 'date' }],
    })
    expect(shapeOf([])).toStrictEqual([])
  })

  it('lists alternatives', () => {
    expect(shapeOf({ bank: 7 }, { bank: { id: 7 } }, { bank: [7] })).toStrictEqual({
      bank: { 'one of': ['integer', { id: 'integer' }, ['integer']] },
    })
  })

  it('has one entry for the keys of a table', () => {
    expect(shapeOf({ accounts: { 48178048: { balance: 1 }, Jeanne: { balance: 2 } } })).toStrictEqual({
      accounts: { '*': { balance: 'integer' } },
    })
  })

  it('is bounded, and has no value, whatever comes', () => {
    let deep: unknown = 'c4n4ry'
    for (let level = 0; level < 5000; level++) deep = level % 2 === 0 ? [deep] : { details: deep }
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`c4n4ry${String(index)}`, index]))
    const shown = JSON.stringify(shapeOf(deep, wide, JSON.parse('{"__proto__":{"c4n4ry":1},"constructor":"c4n4ry"}')))
    expect(shown).not.toContain('c4n4ry')
    expect(shown.length).toBeLessThan(2000)
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const text = JSON.stringify(values, (_, value: unknown) =>
          typeof value === 'string' ? `c4n4ry${value}` : value,
        )
        expect(JSON.stringify(shapeOf(JSON.parse(text)))).not.toContain('c4n4ry')
      }),
    )
  })
})
