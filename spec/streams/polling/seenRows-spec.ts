import fc from 'fast-check'
import * as t from 'io-ts'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { seenRows, updatedAt } from '../../../lib/streams/polling/seenRows.js'

const at = (ms: number): string => new Date(ms).toISOString()
const row = (id: unknown, ms: number, fields: object = {}) => ({ id, updated_at: at(ms), ...fields })

/** A memory that takes the moments from the rows, and whether it hands them out. */
const memory = (most?: number) => {
  const { classify: classifyAt, endRound } = seenRows(most)
  const classify = (given: unknown) => classifyAt(given, updatedAt(given, t.unknown))
  return { classify, isNew: (given: unknown) => !['known', 'outdated'].includes(classify(given)), endRound }
}

/** Of a service that counts seconds. */
const inSeconds = new t.Type(
  'seconds',
  timestamp.is,
  (u, context) => (typeof u === 'number' ? t.success(new Date(u * 1000)) : t.failure(u, context)),
  (date) => date.getTime() / 1000,
)

describe('updatedAt', () => {
  it('is the moment that a row names', () => {
    expect(updatedAt({ id: 1, updated_at: '2019-08-06T12:28:32.332Z' }, t.never)).toBe(1565094512332)
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
    [{ updated_at: new Date(8.64e15) }],
  ])('is nothing for %j', (given) => {
    expect(updatedAt(given, t.unknown)).toBeUndefined()
  })
})

describe('updatedAt of a row that writes it in another form', () => {
  const codec = t.type({ id: t.number, updated_at: inSeconds })

  it('is what the codec reads', () => {
    expect(updatedAt({ id: 1, updated_at: 1565094512.332 }, codec)).toBe(1565094512332)
  })

  it.each([
    [{ id: 1, updated_at: 'soon' }],
    [{ id: 'x', updated_at: 1565094512 }],
    [{ id: 1, updated_at: NaN }],
    [{ id: 1, updated_at: 1e15 }],
  ])('is nothing for %j', (given) => {
    expect(updatedAt(given, codec)).toBeUndefined()
  })

  it('asks the codec of no row that names none', () => {
    const asked: Array<unknown> = []
    const noting = new t.Type('noting', t.never.is, (u, context) => (asked.push(u), t.failure(u, context)), t.identity)
    expect([{}, { updated_at: null }].map((given) => updatedAt(given, noting))).toEqual([undefined, undefined])
    expect(asked).toEqual([])
  })
})

describe('seenRows', () => {
  it('knows a row by its id, the moment of its update and its content, of which a service may keep the stamp', () => {
    const seen = memory()
    const reported = [row(1, 10), row(1, 10), row(1, 10, { value: 2 }), row(2, 10), row(1, 11), row('1', 10)]
    expect(reported.map(seen.isNew)).toEqual([true, false, true, true, true, false])
  })

  it('in one round takes no older version of a row after a newer one', () => {
    const seen = memory()
    expect([row(1, 11), row(1, 10), row(1, 11)].map(seen.classify)).toEqual(['new', 'outdated', 'known'])
    seen.endRound(0)
    expect([row(1, 11), row(1, 10), row(1, 12), row(1, 11)].map(seen.classify)).toEqual([
      'known',
      'outdated',
      'new',
      'outdated',
    ])
  })

  it('takes an older version that a later round shows, and the newer one again', () => {
    const seen = memory()
    const rounds = [row(1, 11), row(1, 10), row(1, 10), row(1, 9), row(1, 10), row(1, 11), row(1, 11), row(1, 12)]
    const met = rounds.map((given) => {
      const kind = seen.classify(given)
      seen.endRound(0)
      return kind
    })
    expect(met).toEqual(['new', 'setBack', 'known', 'setBack', 'setBack', 'returned', 'known', 'new'])
  })

  it('takes the newer version in the round that has shown the older one, and then not this one', () => {
    const seen = memory()
    seen.classify(row(1, 11))
    for (let round = 0; round < 3; round++) {
      seen.endRound(0)
      expect([row(1, 10), row(1, 11), row(1, 10)].map(seen.classify)).toEqual(['setBack', 'returned', 'outdated'])
    }
  })

  it('takes what is newer than all before for new, even if the last was set back', () => {
    const seen = memory()
    const rounds = [row(1, 20), row(1, 10), row(1, 21), row(1, 20)]
    const met = rounds.map((given) => {
      const kind = seen.classify(given)
      seen.endRound(0)
      return kind
    })
    expect(met).toEqual(['new', 'setBack', 'new', 'setBack'])
  })

  it('knows a row without a moment by its content', () => {
    const seen = memory()
    const reported = [
      { id: 1, value: 1 },
      { id: 1, value: 1 },
      { id: 1, value: 2 },
      { id: 1, value: 1 },
    ]
    expect(reported.map(seen.isNew)).toEqual([true, false, true, true])
  })

  it('tells rows without an id apart, also those of one moment', () => {
    const seen = memory()
    const reported = [
      row(undefined, 10),
      row(null, 10, { value: 2 }),
      row(null, 10, { value: 2 }),
      row(10, 10),
      7,
      7,
      null,
    ]
    expect(reported.map(seen.isNew)).toEqual([true, true, false, true, true, false, true])
  })

  it('takes a row whose moment comes or goes as another version', () => {
    const seen = memory()
    expect([row(1, 10), { id: 1 }, row(1, 10)].map(seen.isNew)).toEqual([true, true, true])
  })

  it('keeps the moment of a row that is told again without one: in that round no older version passes after it', () => {
    const seen = memory()
    const deleted = { is_deleted: true }
    const reported = [row(1, 20, deleted), { id: 1, ...deleted }, row(1, 15), row(1, 21)]
    expect(reported.map(seen.isNew)).toEqual([true, true, false, true])
  })

  it('remembers what was updated since a moment, however many rounds do not tell of it', () => {
    const seen = memory()
    seen.isNew(row(1, 10))
    for (let round = 0; round < 9; round++) seen.endRound(10)
    expect(seen.isNew(row(1, 10))).toBe(false)
  })

  it('remembers what it met in the last round, be it as old as it may', () => {
    const seen = memory()
    seen.isNew(row(1, 10))
    for (let round = 0; round < 9; round++) {
      seen.endRound(1000)
      expect(seen.isNew(row(1, 10))).toBe(false)
    }
  })

  it('knows a row that has no moment to compare by its content alone', () => {
    const seen = memory()
    const rounds = [row(1, 11), { id: 1 }, row(1, 10), { id: 1 }, { id: 1 }, row(1, 10)]
    const met = rounds.map((given) => {
      const kind = seen.classify(given)
      seen.endRound(0)
      return kind
    })
    expect(met).toEqual(['new', 'new', 'setBack', 'new', 'known', 'new'])
  })

  it('knows a row whose fields come in another order', () => {
    const seen = memory()
    const rows = [
      { id: 1, a: { c: 1, d: 2 } },
      { a: { d: 2, c: 1 }, id: 1 },
      { a: { d: 1, c: 2 }, id: 1 },
    ]
    expect(rows.map(seen.classify)).toEqual(['new', 'known', 'new'])
  })

  it.each([1000, 6000, 100_000])('tells rows apart whose id is nested %p deep', (depth) => {
    const seen = memory()
    const deep = (inner: string): unknown => JSON.parse(`{"id":${'['.repeat(depth)}${inner}${']'.repeat(depth)}}`)
    expect([deep('1'), deep('2'), deep('1'), deep('2')].map(seen.classify)).toEqual(['new', 'new', 'known', 'known'])
  })

  it('forgets what is older and was not met again, for it will not be told of', () => {
    const seen = memory()
    ;[row(1, 10), { id: 2 }].forEach(seen.isNew)
    seen.endRound(11)
    seen.endRound(11)
    expect([row(1, 10), { id: 2 }].map(seen.isNew)).toEqual([true, true])
  })

  it('remembers a row without a moment while its service may still show it, however many rounds leave it out', () => {
    const seen = memory()
    seen.isNew({ id: 1 })
    seen.endRound(10, 15)
    for (let since = 11; since <= 15; since++) seen.endRound(since, since + 5)
    expect(seen.isNew({ id: 1 })).toBe(false)
    seen.endRound(16, 21)
    for (let since = 17; since <= 22; since++) seen.endRound(since, since + 5)
    expect(seen.isNew({ id: 1 })).toBe(true)
  })

  it('remembers no more rows than it may, and knows those as ever', () => {
    const seen = memory(2)
    const reported = [row(1, 10), row(2, 10), row(3, 10)]
    for (let round = 0; round < 3; round++) {
      expect(reported.map(seen.isNew)).toEqual(round === 0 ? [true, true, true] : [false, false, true])
      seen.endRound(0)
    }
    expect([row(2, 10), row(2, 9), row(2, 11), row(2, 10)].map(seen.isNew)).toEqual([false, false, true, false])
  })

  it('has room again for what it has forgotten', () => {
    const seen = memory(1)
    expect([row(1, 10), row(2, 20), row(2, 20)].map(seen.isNew)).toEqual([true, true, true])
    seen.endRound(15)
    seen.endRound(15)
    expect([row(2, 20), row(2, 20)].map(seen.isNew)).toEqual([true, false])
  })

  it('takes what differs from what it took last, but in one round nothing older than what that has shown', () => {
    const reported = fc.array(fc.record({ id: fc.nat(5), age: fc.nat(20) }), { maxLength: 20 })
    fc.assert(
      fc.property(fc.array(reported, { maxLength: 20 }), (rounds) => {
        const seen = memory()
        const last = new Map<number, number>()
        rounds.forEach((rows, round) => {
          const shown = new Map<number, number>()
          // The service tells what was updated since `round`, as it was asked.
          for (const { id, age } of rows.map(({ id, age }) => ({ id, age: round + age }))) {
            const isTaken = age !== last.get(id) && age > (shown.get(id) ?? -1)
            expect(seen.isNew(row(id, age))).toBe(isTaken)
            shown.set(id, Math.max(age, shown.get(id) ?? age))
            if (isTaken) last.set(id, age)
          }
          seen.endRound(round + 1)
          // What is older than that and was not met is forgotten.
          for (const [id, age] of last) if (age < round + 1 && !shown.has(id)) last.delete(id)
        })
      }),
    )
  })
})

describe('what is kept of seen rows', () => {
  it('is what was updated since a moment, the latest first, and what says no moment and was in this round', () => {
    const { classify, rowsToKeep, endRound } = seenRows()
    classify({ id: 1 }, undefined)
    endRound(0)
    classify({ id: 2 }, undefined)
    classify(row(3, 10), 10)
    classify(row('4', 30), 30)
    classify(row(5, 20), 20)
    classify(row([], 25), 25)
    const content = expect.any(Number) as number
    expect(rowsToKeep(20)).toEqual([
      ['4', 30, content],
      [null, 25, content],
      ['5', 20, content],
      ['2', null, content],
    ])
  })

  it('has rows without a moment that the round left out, with their watermark, after those that it has shown', () => {
    const first = seenRows()
    for (let id = 0; id < 300; id++) first.classify({ id }, undefined)
    const { classify, rowsToKeep } = seenRows(undefined, first.rowsToKeep(0), 50)
    for (let id = 300; id < 550; id++) classify({ id }, undefined)
    classify(row('stamped', 60), 60)
    const kept = rowsToKeep(50)
    const places = kept.map(([id, updated, , watermark]) => [id, updated, watermark])
    expect(places[0]).toEqual(['stamped', 60, undefined])
    expect(places.slice(1, 251)).toEqual(Array.from({ length: 250 }, (_, id) => [String(id + 300), null, undefined]))
    expect(places.slice(251)).toEqual(Array.from({ length: 249 }, (_, id) => [String(id), null, 50]))
    expect(rowsToKeep(51)).toHaveLength(251)
    const next = seenRows(undefined, JSON.parse(JSON.stringify(kept)) as typeof kept, 90)
    expect([{ id: 0 }, { id: 249 }].map((each) => next.classify(each, undefined))).toEqual(['known', 'new'])
    expect(next.rowsToKeep(70).map(([id]) => id)).toContain('300')
    expect(next.rowsToKeep(70).map(([id]) => id)).not.toContain('1')
  })

  it('leaves out rows of a bookmark that were emitted in another version since, and no others', () => {
    const first = seenRows()
    for (const each of [row(1, 10), row(2, 10), row(3, 10), row([], 10)]) first.classify(each, 10)
    const kept = first.rowsToKeep(0)
    const { classify, withoutChanged, endRound, clear } = seenRows(undefined, kept)
    expect(withoutChanged(kept)).toEqual(kept)
    classify(row(1, 11), 11)
    classify(row(2, 10), 10)
    classify(row(4, 11), 11)
    const unchanged = kept.filter(([id]) => id !== '1')
    expect(withoutChanged(kept)).toEqual(unchanged)
    endRound(11)
    expect(withoutChanged(kept)).toEqual(unchanged)
    classify(row(1, 10), 10)
    expect(withoutChanged(kept)).toEqual(kept)
    classify(row(1, 12), 12)
    clear()
    expect(withoutChanged(kept)).toEqual(kept)
  })

  it('is known to the next process, and no more than 500 rows', () => {
    const { classify, rowsToKeep } = seenRows()
    const rows = Array.from({ length: 600 }, (_, id) => row(id % 2 === 0 ? id : [id], id))
    for (const [id, each] of rows.entries()) classify(each, id)
    const kept = rowsToKeep(0)
    expect(kept).toHaveLength(500)
    const next = seenRows(undefined, kept)
    const known = rows.filter((each, id) => next.classify(each, id) === 'known')
    expect(known).toEqual(rows.slice(100))
  })
})
