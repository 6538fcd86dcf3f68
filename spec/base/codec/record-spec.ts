import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { list } from '../../../lib/base/codec/list.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { isTotal, refusesEachField, roundTrips } from './laws.js'

const inner = record('inner', { at: timestamp }, { note: t.string })
const outer = record('outer', { id, inner }, { at: timestamp, rows: list(inner), any: t.unknown })
const at = '2021-06-01T00:00:00.000Z'

describe('record', () => {
  it.each([inner, outer, record('empty', {}, {})])('keeps the laws: $name', (codec) => {
    roundTrips(codec)
    isTotal(codec)
  })

  it('refuses each field by name', () => {
    refusesEachField(inner, { at })
    refusesEachField(record('flat', { id }, { at: timestamp, inner, rows: list(inner) }), { id: 1 })
  })

  it('keeps unknown fields, and missing and null ones as they are', () => {
    const input = { id: 1, inner: { at, extra: [1] }, at: null, any: undefined, more: { x: 1 } }
    expect(outer.decode(input)).toStrictEqual(right({ ...input, inner: { at: new Date(at), extra: [1] } }))
    expect(outer.encode({ id: 1, inner: { at: new Date(at) } })).toStrictEqual({ id: 1, inner: { at } })
  })

  it('gives the input itself if nothing changes, and a copy if something does', () => {
    const same = { at: null, note: 'x' }
    const flat = record('flat', {}, { at: timestamp, note: t.string })
    const decoded = flat.decode(same)
    expect(isRight(decoded) && decoded.right).toBe(same)
    const changed = Object.freeze({ id: '7', inner: Object.freeze({ at }), b: 1 })
    expect(outer.decode(changed)).toStrictEqual(right({ id: 7, inner: { at: new Date(at) }, b: 1 }))
    expect(Object.keys(changed)).toStrictEqual(['id', 'inner', 'b'])
  })

  it('tells every wrong field, in the order of the codec', () => {
    expect(decode(outer, { at: 1, rows: [{}, { at, note: 1 }], id: 'x' })).toStrictEqual({
      _tag: 'Left',
      left: [
        { path: '/id', expected: 'id' },
        { path: '/inner', expected: 'inner (missing)' },
        { path: '/at', expected: 'timestamp' },
        { path: '/rows/0/at', expected: 'timestamp (missing)' },
        { path: '/rows/1/note', expected: 'string' },
      ],
    })
  })

  it('reads own fields only: neither __proto__ nor an inherited name stands in for a field', () => {
    const hostile: unknown = JSON.parse(`{"__proto__":{"at":"${at}","polluted":true}}`)
    expect(isLeft(inner.decode(hostile))).toBe(true)
    expect(isRight(record('r', {}, { constructor: t.string, toString: t.string }).decode({}))).toBe(true)
    const kept = inner.decode(JSON.parse(`{"__proto__":{"polluted":true},"at":"${at}"}`))
    expect(isRight(kept) && Object.keys(kept.right)).toStrictEqual(['__proto__', 'at'])
    expect(isRight(kept) && Object.getPrototypeOf(kept.right)).toBe(Object.prototype)
    expect(isRight(kept) && 'polluted' in kept.right).toBe(false)
  })

  it('is not shaken by large and deep values that it does not know', () => {
    let deep: unknown = 1
    for (let i = 0; i < 100_000; i++) deep = [deep]
    const input = { at, deep, large: '\ud800'.repeat(10_000_000) }
    const decoded = inner.decode(input)
    expect(isRight(decoded) && (decoded.right as { deep?: unknown }).deep).toBe(deep)
    expect(decode(inner, { at: '9'.repeat(10_000_000) })).toStrictEqual({
      _tag: 'Left',
      left: [{ path: '/at', expected: 'timestamp' }],
    })
  })

  it('checks its codecs against an interface: each field has one, of the same type', () => {
    interface Payee {
      readonly id: number
      readonly name?: string | null | undefined
    }
    const payee = record<Payee>('payee', { id }, { name: t.string })
    const decoded: t.Validation<Payee> = payee.decode({ id: 7, name: 'Ann' })
    expect(decoded).toStrictEqual(right({ id: 7, name: 'Ann' }))
    // @ts-expect-error a required field is missing
    record<Payee>('payee', {}, { name: t.string })
    // @ts-expect-error an optional field is missing
    record<Payee>('payee', { id }, {})
    // @ts-expect-error a type differs
    record<Payee>('payee', { id }, { name: t.number })
    // @ts-expect-error the interface has no such field
    record<Payee>('payee', { id }, { name: t.string, iban: t.string })
  })

  it('can be extended, and intersected, by a codec of one’s own', () => {
    const extended = record('mine', { ...inner.required, iban: t.string }, inner.optional)
    expect(extended.decode({ at, iban: 'x' })).toStrictEqual(right({ at: new Date(at), iban: 'x' }))
    expect(t.intersection([inner, t.type({ iban: t.string })]).decode({ at, iban: 'x' })).toStrictEqual(
      right({ at: new Date(at), iban: 'x' }),
    )
  })
})
