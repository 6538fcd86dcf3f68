import fc from 'fast-check'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode, registeredDecoders, withoutFast } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { list } from '../../../lib/base/codec/list.js'
import { lenient, record } from '../../../lib/base/codec/record.js'
import { bridge2018, bridge2021, bridge2025 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/index.js'
import { changeOf } from '../../../lib/service/model/RemovedRow.js'
import { isRemoved } from '../../../lib/streams/polling/ChangedRow.js'
import { anyJson, isTotal, wire } from '../../base/codec/laws.js'

const profiles = [documentedProfile, bridge2018, bridge2021, bridge2025]
const codecs = [
  ...profiles.map(({ name, codecs: { transaction } }) => [`${name} transaction`, transaction] as const),
  ['bridge2025 stock', bridge2025.codecs.stock] as const,
] as ReadonlyArray<readonly [string, t.Type<object, unknown>]>
const flags = ['is_deleted', 'deleted'] as const
const at = '2026-01-15T10:30:00.000Z'

const anyFlag = fc.constantFrom(true, false, null, 'true', 'false', '', 1, 0, {}, [])

describe.each(codecs)('a change, as a %s', (_, codec) => {
  const change = changeOf(codec)

  it('is whatever a row is, and total', () => {
    isTotal(change)
    fc.assert(
      fc.property(wire(codec as t.Mixed), (row) => {
        expect(decode(change, row)).toStrictEqual(decode(codec, row))
      }),
    )
  })

  it.each(flags)('is a removal with an id and %s alone, and with what else came', (flag) => {
    expect(decode(change, { id: 7, [flag]: true })).toStrictEqual(right({ id: 7, [flag]: true }))
    const given = { id: '7', [flag]: true, updated_at: at, amount: null, account_id: 'n/a', more: [1] }
    const decoded = decode(change, given)
    if (!isRight(decoded)) throw new Error('refused')
    expect(decoded.right).toMatchObject({ id: 7, [flag]: true, updated_at: new Date(at), more: [1] })
    expect(isRemoved(decoded.right)).toBe(true)
    expect(change.is(decoded.right)).toBe(true)
  })

  it.each(flags)('is no removal without an id, whatever %s says', (flag) => {
    for (const row of [
      { [flag]: true },
      { [flag]: true, id: 'x' },
      { [flag]: true, id: -1 },
      { [flag]: true, id: null },
    ])
      expect(isLeft(decode(change, row))).toBe(true)
  })

  it('is refused by name if its flag is no boolean, or if there is none', () => {
    fc.assert(
      fc.property(wire(codec as t.Mixed), anyFlag, fc.constantFrom(...flags), (given, value, flag) => {
        const unflagged = Object.entries(given as object).filter(
          ([name]) => name !== 'is_deleted' && name !== 'deleted',
        )
        const decoded = decode(change, { ...Object.fromEntries(unflagged), [flag]: value })
        if (value === null || typeof value === 'boolean') {
          if (!isRight(decoded)) throw new Error('refused')
          expect(isRemoved(decoded.right)).toBe(value === true)
        } else expect(decoded).toStrictEqual({ _tag: 'Left', left: [{ path: `/${flag}`, expected: 'boolean' }] })
      }),
    )
  })

  it('is read the same by the fast decoder as by `validate`, in place or not', () => {
    const page = list(change)
    const decoders = registeredDecoders(page)
    if (!decoders) throw new Error('no fast decoder')
    const bare = fc.record({ id: fc.nat(), is_deleted: anyFlag }, { noNullPrototype: true })
    fc.assert(
      fc.property(fc.array(fc.oneof(wire(codec as t.Mixed), bare, anyJson), { maxLength: 3 }), (given) => {
        const copy = () => JSON.parse(JSON.stringify(given)) as unknown
        const validated = withoutFast(page, decoders).decode(copy())
        const fast = decoders.fast(copy(), true)
        if (fast !== undefined) expect(right(fast)).toStrictEqual(validated)
        expect(page.decode(copy())).toStrictEqual(validated)
      }),
    )
  })
})

describe('changeOf', () => {
  it('gives one codec for each, and itself for its own', () => {
    const codec = record('row', { id }, {})
    expect(changeOf(codec)).toBe(changeOf(codec))
    expect(changeOf(changeOf(codec))).toBe(changeOf(codec))
  })

  it('goes by how a codec reads the flag', () => {
    const yesOrNo = new t.Type<boolean, string>(
      'yes or no',
      t.boolean.is,
      (u, c) => (u === 'yes' || u === 'no' ? t.success(u === 'yes') : t.failure(u, c)),
      (is) => (is ? 'yes' : 'no'),
    )
    const change = changeOf(record('row', { id, amount: t.number }, { is_deleted: yesOrNo }))
    expect(decode(change, { id: 1, amount: 2, is_deleted: 'yes' })).toStrictEqual(
      right({ id: 1, amount: 2, is_deleted: true }),
    )
    expect(decode(change, { id: 1, amount: 2, is_deleted: 'no' })).toStrictEqual(
      right({ id: 1, amount: 2, is_deleted: false }),
    )
  })

  it('sees a removal though the codec leaves out its flag, or takes it for an optional field', () => {
    const stripping = new t.Type<{ readonly id: number }>(
      'stripped',
      (u): u is { readonly id: number } => id.is((u as { id?: unknown } | null)?.id),
      (u, c) =>
        id.is((u as { id?: unknown } | null)?.id) ? t.success({ id: (u as { id: number }).id }) : t.failure(u, c),
      t.identity,
    )
    for (const codec of [stripping, record('row', { id }, lenient({ is_deleted: t.string }))]) {
      const change = changeOf(codec as t.Type<object, unknown>)
      expect(decode(change, { id: 1, is_deleted: true })).toStrictEqual(right({ id: 1, is_deleted: true }))
      expect(isLeft(decode(change, { id: 1, is_deleted: 1 }))).toBe(true)
    }
  })

  it('takes the flag that is a boolean if the other one is something else', () => {
    const change = changeOf(record('row', { id }, {}))
    expect(decode(change, { id: 1, is_deleted: false, deleted: 'no' })).toStrictEqual(
      right({ id: 1, is_deleted: false, deleted: 'no' }),
    )
    expect(decode(change, { id: 1, is_deleted: 'no', deleted: true })).toMatchObject({
      right: { id: 1, deleted: true },
    })
  })
})
