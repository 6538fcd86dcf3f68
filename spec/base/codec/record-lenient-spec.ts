import fc from 'fast-check'
import { isRight, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { assumed } from '../../../lib/base/codec/assumed.js'
import { plainDate } from '../../../lib/base/codec/calendar.js'
import { decode, registeredDecoders } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { withMismatchListener } from '../../../lib/base/codec/issues.js'
import { list } from '../../../lib/base/codec/list.js'
import { finite } from '../../../lib/base/codec/numbers.js'
import { lenient, record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { anyJson, isTotal, roundTrips } from './laws.js'

const inner = record('inner', { id }, lenient({ day: plainDate }))
const fields = { day: plainDate, at: timestamp, text: t.string, inner, rows: list(inner) }
const row = record('row', { id }, { amount: finite, ...lenient(fields) })
const strictRow = record('row', { id }, { amount: finite })

const selectReported = (decodeIt: () => unknown): ReadonlyArray<string> => {
  const reported: Array<string> = []
  withMismatchListener((path, expected) => reported.push(`${path} ${expected}`), decodeIt)
  return reported
}

describe('lenient fields of a record', () => {
  it('keep the laws', () => {
    roundTrips(row)
    isTotal(row)
    const loose = fc.record({ id: fc.nat(), day: anyJson, at: anyJson, text: anyJson, inner: anyJson, rows: anyJson })
    isTotal(row, loose)
  })

  it('decode as strict ones if their values are right', () => {
    const input = { id: '7', day: '2026-01-31', at: '2026-01-31T00:00:00Z', inner: { id: '8', day: null }, text: null }
    const read = { ...input, id: 7, at: new Date('2026-01-31T00:00:00Z'), inner: { id: 8, day: null } }
    expect(selectReported(() => expect(decode(row, input)).toStrictEqual(right(read)))).toEqual([])
  })

  it.each(['', '0000-00-00', '2023-02-29', 'n/a', 0, 20_260_131, true, {}, [], '\0', '9'.repeat(100_000)])(
    'are left out, and told, if a date is %j',
    (day) => {
      const input = Object.freeze({ id: 7, day, amount: -4.99, more: 1 })
      const reported = selectReported(() =>
        expect(decode(row, input)).toStrictEqual(right({ id: 7, amount: -4.99, more: 1 })),
      )
      expect(reported).toEqual(['/day date (YYYY-MM-DD)'])
      expect(Object.keys(input)).toContain('day')
    },
  )

  it('leave one another alone, whatever came', () => {
    const anyField = fc.record(
      { day: anyJson, at: anyJson, text: anyJson },
      { requiredKeys: [], noNullPrototype: true },
    )
    fc.assert(
      fc.property(anyField, (given) => {
        const read = decode(row, { id: 7, ...given })
        if (!isRight(read)) throw new Error('it is refused')
        for (const [key, value] of Object.entries(given)) {
          const alone = (fields as Record<string, t.Mixed>)[key]?.decode(value)
          const expected = value === null ? right(null) : alone
          if (expected !== undefined && isRight(expected))
            expect((read.right as Record<string, unknown>)[key]).toStrictEqual(expected.right)
          else expect(key in read.right).toBe(false)
        }
      }),
    )
  })

  it('are left out of a record inside, whose place is told from the resource', () => {
    const input = { id: 1, inner: { id: 2, day: '' }, rows: [{ id: 3 }, { id: 4, day: 5 }] }
    const read = { id: 1, inner: { id: 2 }, rows: [{ id: 3 }, { id: 4 }] }
    const reported = selectReported(() => expect(decode(row, input)).toStrictEqual(right(read)))
    expect(reported).toEqual(['/inner/day date (YYYY-MM-DD)', '/rows/*/day date (YYYY-MM-DD)'])
    const above = record('above', {}, assumed({ rows: list(inner) }))
    expect(selectReported(() => decode(above, { rows: [{ id: 4, day: 5 }] }))).toContain(
      '/rows/*/day date (YYYY-MM-DD)',
    )
  })

  it('are left out whole if a required field inside is wrong', () => {
    const reported = selectReported(() =>
      expect(decode(row, { id: 1, inner: { id: 'x' } })).toStrictEqual(right({ id: 1 })),
    )
    expect(reported).toEqual(['/inner inner'])
  })

  it('are not decided by the fast decoder, which would have to know their place', () => {
    const page = list(row)
    expect(registeredDecoders(page)?.fast([{ id: 1, day: '2026-01-31' }], false)).toEqual([
      { id: 1, day: '2026-01-31' },
    ])
    expect(registeredDecoders(page)?.fast([{ id: 1, day: '' }], false)).toBe(undefined)
    expect(decode(page, [{ id: 1, day: '' }])).toStrictEqual(right([{ id: 1 }]))
  })

  it('leave fields beside them strict, and those that are required too', () => {
    const wrong = decode(row, { id: 1, day: '', amount: '-4.99' })
    expect(wrong).toStrictEqual(decode(strictRow, { id: 1, amount: '-4.99' }))
    const demanded = record('demanded', { day: plainDate }, lenient({ day: plainDate }))
    expect(decode(demanded, { day: '' })).toMatchObject({ left: [{ path: '/day' }] })
    expect(decode(record('required', lenient({ day: plainDate }), {}), { day: '' })).toMatchObject({
      left: [{ path: '/day', expected: 'date (YYYY-MM-DD)' }],
    })
  })

  it('keep unchanged what a codec without a fast decoder has beside them', () => {
    const foreign = new t.Type<string, string>('foreign', t.string.is, t.string.validate.bind(undefined), t.identity)
    const mixed = record('mixed', { id }, { ...lenient({ day: plainDate, foreign }), other: t.union([t.string, id]) })
    const reported = selectReported(() =>
      expect(decode(mixed, { id: '1', day: '', foreign: 1 })).toStrictEqual(right({ id: 1 })),
    )
    expect(reported).toEqual(['/day date (YYYY-MM-DD)', '/foreign foreign'])
  })
})
