import fc from 'fast-check'
import { type Bookmark, bookmark, recentIds } from '../../../lib/streams/polling/Bookmark.js'

const moment = fc.integer({ min: Date.parse('0000-01-01T00:00:00Z'), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) })
const position = fc.record({ moment, anchor: moment, at: moment, isDoubted: fc.boolean() })
const row = fc.oneof(
  fc.tuple(fc.option(fc.string()), fc.option(moment), fc.nat()),
  fc.tuple(fc.option(fc.string()), fc.constant(null), fc.nat(), moment),
)
const kept = fc.record({
  format: fc.constant(1),
  list: fc.webPath(),
  position: fc.option(position),
  rows: fc.array(row, { maxLength: 20 }),
})
const wrong: fc.Arbitrary<unknown> = fc.constantFrom(undefined, NaN, Infinity, 'text', [], {}, true)

describe('bookmark', () => {
  it('accepts what was kept, also after JSON', () => {
    fc.assert(
      fc.property(kept, (given) => {
        expect(bookmark.is(given)).toBe(true)
        expect(bookmark.is(JSON.parse(JSON.stringify(given)))).toBe(true)
      }),
    )
  })

  it('accepts one with its user, and one without', () => {
    const nameless = { format: 1, list: '/v2/stocks/updated', position: null, rows: [] }
    expect([bookmark.is(nameless), bookmark.is({ ...nameless, userUuid: 'a' })]).toEqual([true, true])
  })

  it('refuses one without a field, and one with a field of another kind', () => {
    fc.assert(
      fc.property(kept, fc.constantFrom('format', 'position', 'rows'), wrong, (given, field, value) => {
        const without = Object.fromEntries(Object.entries(given).filter(([key]) => key !== field))
        expect(bookmark.is(without)).toBe(false)
        const isRows = field === 'rows' && Array.isArray(value)
        expect(bookmark.is({ ...given, [field]: value })).toBe(isRows)
      }),
    )
  })

  it.each([
    ['more rows than are kept', { rows: Array(501).fill(['1', 1, 1]) }],
    ['a row of another length', { rows: [['1', 1]] }],
    ['a watermark that is no number', { rows: [['1', null, 1, null]] }],
    ['an id that is no text', { rows: [[1, 1, 1]] }],
    ['a moment beyond all dates', { position: { moment: 1e300, anchor: 0, at: 0, isDoubted: false } }],
    ['a year of five digits', { position: { moment: Date.UTC(10_000, 0), anchor: 0, at: 0, isDoubted: false } }],
    ['another format', { format: 2 }],
    ['a list that is no text', { list: 7 }],
    ['a user that is no text', { userUuid: 7 }],
  ])('refuses %s', (_, fields) => {
    expect(bookmark.is({ format: 1, list: '/v2/stocks/updated', position: null, rows: [], ...fields })).toBe(false)
  })

  it.each([[null], [undefined], ['{}'], [[]], [0]])('refuses %j', (given) => {
    expect(bookmark.is(given)).toBe(false)
  })
})

describe('recentIds', () => {
  const rows: Bookmark['rows'] = [
    ['old', 500, 1],
    ['latest', 1000, 1],
    ['ahead', 1100, 1],
    ['too far ahead', 1101, 1],
    ['unstamped', null, 1],
    ['unstamped and left out', null, 1, 900],
    [null, 1000, 1],
  ]
  const idsAt = (moment: number | null) => {
    const at = moment === null ? null : { moment, anchor: moment, at: moment, isDoubted: false }
    return Array.from(recentIds({ format: 1, list: '/v2/transactions/updated', position: at, rows }, 100))
  }

  it('has the rows of the bookmark that have an id, without those that are more than `overlap` ahead of the watermark', () => {
    expect(idsAt(1000)).toEqual(['old', 'latest', 'ahead', 'unstamped', 'unstamped and left out'])
  })

  it('has all of them if there is no watermark', () => {
    expect(idsAt(null)).toEqual(['old', 'latest', 'ahead', 'too far ahead', 'unstamped', 'unstamped and left out'])
  })
})
