import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { list } from '../../../lib/base/codec/list.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { isTotal, roundTrips } from './laws.js'

describe('list', () => {
  it.each([list(t.string), list(id), list(timestamp), list(list(timestamp))])('keeps the laws: $name', (codec) => {
    roundTrips(codec)
    isTotal(codec)
  })

  it('names its element', () => {
    expect(list(id).name).toBe('list of id')
  })

  it('decodes to an array of its own', () => {
    const input = ['1', 2]
    expect(list(id).decode(input)).toStrictEqual(right([1, 2]))
    expect(input).toStrictEqual(['1', 2])
  })

  it('refuses what only looks like an array', () => {
    for (const u of [{ length: 0 }, 'ab', null, undefined, new Set()])
      expect(isLeft(list(t.unknown).decode(u))).toBe(true)
    expect(list(id).is([1, 'x'])).toBe(false)
  })

  it('points at each wrong element and stops at the tenth', () => {
    const wrong = Array.from({ length: 1_000_000 }, (_, i) => (i % 2 === 0 ? i : 'x'))
    const decoded = list(id).decode(wrong)
    expect(isLeft(decoded) && decoded.left.length).toBe(10)
    expect(decode(list(id), [0, 'x', 2])).toStrictEqual({ _tag: 'Left', left: [{ path: '/1', expected: 'id' }] })
  })
})
