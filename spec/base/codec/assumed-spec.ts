import fc from 'fast-check'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { assumed, AssumedType } from '../../../lib/base/codec/assumed.js'
import { plainDate } from '../../../lib/base/codec/calendar.js'
import { decode, decodersOf } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { withMismatchListener } from '../../../lib/base/codec/issues.js'
import { list } from '../../../lib/base/codec/list.js'
import { finite } from '../../../lib/base/codec/numbers.js'
import { object } from '../../../lib/base/codec/object.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { anyJson, isTotal, roundTrips, wire } from './laws.js'

const inner = record('inner', { id }, { at: timestamp })
const kinds: ReadonlyArray<t.Mixed> = [
  t.string,
  t.boolean,
  finite,
  id,
  plainDate,
  timestamp,
  object,
  list(id),
  list(inner),
  inner,
]
const fields = { text: t.string, number: finite, other: id, at: timestamp, rows: list(inner) }
const row = record('row', { id }, { shown: t.string, ...assumed(fields) })

/** What is told while something is decoded. */
const selectReported = (decodeIt: () => unknown): ReadonlyArray<string> => {
  const reported: Array<string> = []
  withMismatchListener((path, expected) => reported.push(`${path} ${expected}`), decodeIt)
  return reported
}

const owned = (codec: t.Mixed, json: string): unknown => decodersOf(codec).fast?.(JSON.parse(json) as unknown, true)

/** Rows whose assumed fields are anything. */
const loose = fc.record(
  { id: fc.nat(), text: anyJson, number: anyJson, other: anyJson, at: anyJson, rows: anyJson },
  { noNullPrototype: true },
)

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('a field whose type is assumed', () => {
  it.each(kinds.map((codec) => [codec.name, codec] as const))('keeps the laws, as %s', (_, codec) => {
    const lenient = new AssumedType<unknown, unknown>('/x', codec)
    roundTrips(lenient, wire(codec))
    isTotal(lenient)
  })

  it.each(kinds.map((codec) => [codec.name, codec] as const))(
    'gives what %s gives, and else what came, and tells of that alone',
    (_, codec) => {
      const lenient = new AssumedType<unknown, unknown>('/x', codec)
      fc.assert(
        fc.property(fc.oneof(anyJson, wire(codec)), (value) => {
          const strict = decode(codec, value)
          let read: unknown
          const reported = selectReported(() => (read = decode(lenient, value)))
          expect(read).toStrictEqual(isLeft(strict) ? right(value) : strict)
          expect(reported).toEqual(isLeft(strict) ? [`/x ${codec.name}`] : [])
        }),
      )
    },
  )

  it('comes back the same when it is written and read again', () => {
    fc.assert(
      fc.property(loose, (value) => {
        const read = row.decode(value)
        if (!isRight(read)) throw new Error('it is refused')
        expect(row.decode(row.encode(read.right))).toStrictEqual(read)
      }),
    )
  })

  it('is the same by the fast decoder, in place, as by `validate`', () => {
    fc.assert(
      fc.property(
        loose.map((value) => JSON.stringify(value)),
        (json) => {
          const validated = decodersOf(row).validate(JSON.parse(json), [])
          expect(right(owned(row, json))).toStrictEqual(validated)
        },
      ),
    )
  })

  it('keeps a list as it came, even if its first rows could be read in place', () => {
    const came = { id: 1, rows: [{ id: '1', at: '2024-01-01T00:00:00Z' }, { id: 'x' }] }
    expect(owned(row, JSON.stringify(came))).toStrictEqual(came)
  })

  it('tells where, however deep, and nothing of what is missing or null', () => {
    const nested = record('row', { id }, assumed({ inner: record('inner', {}, assumed({ at: timestamp }, '/inner')) }))
    expect(selectReported(() => nested.decode({ id: 1, inner: { at: 'now' } }))).toEqual(['/inner/at timestamp'])
    expect(selectReported(() => nested.decode({ id: 1, inner: 'now' }))).toEqual(['/inner inner'])
    expect(selectReported(() => nested.decode({ id: 1, inner: null }))).toEqual([])
    expect(selectReported(() => nested.decode({ id: 1 }))).toEqual([])
  })

  it('is no cover for a field that is shown', () => {
    expect(decode(row, { id: 1, shown: 7, number: 'x' })).toMatchObject({
      left: [{ path: '/shown', expected: 'string' }],
    })
    expect(decode(row, { id: 'x', number: 'x' })).toMatchObject({ left: [{ path: '/id', expected: 'id' }] })
  })

  it.each([
    ['nested 10,000 deep', `{"id":1,"number":${deep(10_000)}}`],
    ['10 MB of text', `{"id":1,"number":"${'x'.repeat(10_000_000)}"}`],
    ['a key __proto__', '{"id":1,"number":{"__proto__":{"id":2}},"__proto__":{"text":7}}'],
    ['a number that is none', '{"id":1,"number":1e999}'],
    ['keys of functions', '{"id":1,"rows":{"map":1,"length":2},"at":{"getTime":1,"toISOString":2}}'],
  ])('keeps %s', (_, json) => {
    const came = JSON.parse(json) as Record<string, unknown>
    const read = row.decode(came)
    expect(isRight(read) && read.right).toBe(came)
    const inPlace = owned(row, json) as Record<string, unknown>
    expect(Object.keys(inPlace)).toEqual(Object.keys(came))
    expect(inPlace.text).toBeUndefined()
    expect(isRight(read) && row.encode(read.right).number).toBe(came.number)
  })

  it('tells whoever decodes: the inner one while it does, and nobody when it is over', () => {
    const outer: Array<string> = []
    const within: Array<string> = []
    const wrong = { id: 1, text: 7 }
    withMismatchListener(
      (path) => outer.push(path),
      () => {
        expect(() =>
          withMismatchListener(
            (path) => within.push(path),
            () => {
              row.decode(wrong)
              throw new Error('over')
            },
          ),
        ).toThrow('over')
        row.decode(wrong)
      },
    )
    row.decode(wrong)
    expect([outer, within]).toEqual([['/text'], ['/text']])
  })
})
