import fc from 'fast-check'
import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { options } from '../../../lib/base/codec/options.js'

const inner = options('retry', {}, { count: t.number })
const codec = options('options', { name: t.string }, { itemId: id, retry: inner })

const unknown = (path: string, meant?: string) => ({
  path,
  expected: `no such option${meant === undefined ? '' : `; did you mean ${meant}?`}`,
})

describe('options', () => {
  it('decodes what is given, and leaves out what is not', () => {
    expect(codec.decode({ name: 'x' })).toStrictEqual(right({ name: 'x' }))
    expect(codec.decode({ name: 'x', itemId: '7', retry: { count: 1 } })).toStrictEqual(
      right({ name: 'x', itemId: 7, retry: { count: 1 } }),
    )
  })

  it('takes undefined for missing', () => {
    expect(codec.decode({ name: 'x', itemId: undefined })).toStrictEqual(right({ name: 'x' }))
    expect(decode(codec, { name: undefined })).toStrictEqual(left([{ path: '/name', expected: 'string (missing)' }]))
  })

  it('does not take null for missing', () => {
    expect(decode(codec, { name: 'x', itemId: null })).toStrictEqual(left([{ path: '/itemId', expected: 'id' }]))
  })

  it('tells all that is wrong at once, also further in', () => {
    expect(decode(codec, { itemId: -1, retry: { count: 'x', cuont: 2 }, nam: 1 })).toStrictEqual(
      left([
        { path: '/name', expected: 'string (missing)' },
        { path: '/itemId', expected: 'id' },
        { path: '/retry/count', expected: 'number' },
        unknown('/retry/cuont', 'count'),
        unknown('/nam', 'name'),
      ]),
    )
  })

  it('refuses an option that nobody knows, though its value be undefined', () => {
    expect(decode(codec, { name: 'x', itemID: undefined })).toStrictEqual(left([unknown('/itemID', 'itemId')]))
  })

  it.each([
    ['interval', 'every'],
    ['pageSize', 'limit'],
    ['apiKey', undefined],
    ['timeout', undefined],
  ])('suggests for %s, as other libraries say, what it is called here', (key, meant) => {
    const listOptions = options('options', {}, { every: t.number, limit: t.number })
    expect(decode(listOptions, { [key]: 1 })).toStrictEqual(left([unknown(`/${key}`, meant)]))
  })

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'does not know %s, which every object has',
    (key) => {
      const given: unknown = JSON.parse(`{"name":"x","${key}":1}`)
      expect(decode(codec, given)).toStrictEqual(left([unknown(`/${key}`)]))
    },
  )

  it.each([undefined, null, 'x', 7, [], () => 1])('refuses %p, which is no object', (given) => {
    const expected = given === undefined ? 'options (missing)' : 'options'
    expect(decode(codec, given)).toStrictEqual(left([{ path: '', expected }]))
  })

  it('knows what it decoded, and not what it would have to decode first', () => {
    expect([{ name: 'x' }, { name: 'x', itemId: 7 }].every(codec.is)).toBe(true)
    expect([{ name: 'x', itemId: '7' }, { itemId: 7 }, { name: 'x', other: 1 }, null, []].some(codec.is)).toBe(false)
  })

  it('gives what it knows, whatever is given, and never shows a value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('name', 'itemId', 'retry', 'other'), fc.jsonValue()), (given) => {
        const decoded = codec.decode(given)
        if (decoded._tag === 'Right') expect(codec.is(decoded.right)).toBe(true)
        const hostile = decode(codec, { name: 7, canary: 's3cr3t', ...given })
        expect(JSON.stringify(hostile)).not.toContain('s3cr3t')
      }),
    )
  })
})
