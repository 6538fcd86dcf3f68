import * as fc from 'fast-check'
import { seenRows, updatedAt } from '../../lib/stream/seenRows.js'

const at = (ms: number): string => new Date(ms).toISOString()
const row = (id: unknown, ms: number, fields: object = {}) => ({ id, updated_at: at(ms), ...fields })

describe('updatedAt', () => {
  it('is the moment that a row names', () => {
    expect(updatedAt({ id: 1, updated_at: '2019-08-06T12:28:32.332Z' })).toBe(1565094512332)
  })

  it.each([
    [null],
    [undefined],
    [7],
    ['text'],
    [[]],
    [{}],
    [{ updated_at: null }],
    [{ updated_at: 'yesterday' }],
    [{ updated_at: 1565094512332 }],
    [{ updated_at: new Date(NaN) }],
  ])('is nothing for %j', (given) => {
    expect(updatedAt(given)).toBeUndefined()
  })
})

describe('seenRows', () => {
  it('knows a row by its id, the moment of its update and its content, of which a service may keep the stamp', () => {
    const seen = seenRows()
    const told = [row(1, 10), row(1, 10), row(1, 10, { value: 2 }), row(2, 10), row(1, 11), row('1', 10)]
    expect(told.map(seen.isNew)).toEqual([true, false, true, true, true, false])
  })

  it('scenario 21: takes no older version of a row after a newer one', () => {
    const seen = seenRows()
    expect([row(1, 11), row(1, 10), row(1, 11)].map(seen.isNew)).toEqual([true, false, false])
    seen.endRound(0)
    expect([row(1, 10), row(1, 12), row(1, 11)].map(seen.isNew)).toEqual([false, true, false])
  })

  it('knows a row without a moment by its content', () => {
    const seen = seenRows()
    const told = [
      { id: 1, value: 1 },
      { id: 1, value: 1 },
      { id: 1, value: 2 },
      { id: 1, value: 1 },
    ]
    expect(told.map(seen.isNew)).toEqual([true, false, true, true])
  })

  it('tells rows without an id apart, also those of one moment', () => {
    const seen = seenRows()
    const told = [row(undefined, 10), row(null, 10, { value: 2 }), row(null, 10, { value: 2 }), row(10, 10), 7, 7, null]
    expect(told.map(seen.isNew)).toEqual([true, true, false, true, true, false, true])
  })

  it('takes a row whose moment comes or goes as another version', () => {
    const seen = seenRows()
    expect([row(1, 10), { id: 1 }, row(1, 10)].map(seen.isNew)).toEqual([true, true, true])
  })

  it('remembers what was updated since a moment, however many rounds do not tell of it', () => {
    const seen = seenRows()
    seen.isNew(row(1, 10))
    for (let round = 0; round < 9; round++) seen.endRound(10)
    expect(seen.isNew(row(1, 10))).toBe(false)
  })

  it('remembers what it met in the last round, be it as old as it may', () => {
    const seen = seenRows()
    seen.isNew(row(1, 10))
    for (let round = 0; round < 9; round++) {
      seen.endRound(1000)
      expect(seen.isNew(row(1, 10))).toBe(false)
    }
  })

  it('remembers a newer version while the service tells of the older one', () => {
    const seen = seenRows()
    seen.isNew(row(1, 11))
    seen.endRound(1000)
    seen.isNew(row(1, 10))
    seen.endRound(1000)
    expect([row(1, 11), row(1, 12)].map(seen.isNew)).toEqual([false, true])
  })

  it('forgets what is older and was not met again, for it will not be told of', () => {
    const seen = seenRows()
    ;[row(1, 10), { id: 2 }].forEach(seen.isNew)
    seen.endRound(11)
    seen.endRound(11)
    expect([row(1, 10), { id: 2 }].map(seen.isNew)).toEqual([true, true])
  })

  it('never takes one version of a row twice, nor an older one, while the moment that it forgets before moves on', () => {
    const told = fc.array(fc.record({ id: fc.nat(5), age: fc.nat(20) }), { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(told, { maxLength: 20 }), (rounds) => {
        const seen = seenRows()
        const newest = new Map<number, number>()
        rounds.forEach((rows, round) => {
          // The service tells what was updated since `round`, as it was asked.
          for (const { id, age } of rows.map(({ id, age }) => ({ id, age: round + age }))) {
            const known = newest.get(id)
            expect(seen.isNew(row(id, age))).toBe(known === undefined || age > known)
            newest.set(id, Math.max(age, known ?? age))
          }
          seen.endRound(round + 1)
        })
      }),
    )
  })
})
