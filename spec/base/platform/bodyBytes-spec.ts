import fc from 'fast-check'
import { bodyBytes, textOf } from '../../../lib/base/platform/bodyBytes.js'
import { character } from '../../helpers/text.js'

const chunks = fc.array(fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)))

describe('bodyBytes', () => {
  it('puts chunks together, whatever was expected', () => {
    fc.assert(
      fc.property(chunks, fc.oneof(fc.integer(), fc.constant(NaN)), (parts, expected) => {
        const body = bodyBytes(Infinity, expected)
        expect(parts.map(body.add)).toEqual(parts.map(() => true))
        expect(body.whole()).toEqual(Buffer.concat(parts))
      }),
    )
  })

  it('takes no chunk that is beyond the limit, and keeps what came before', () => {
    fc.assert(
      fc.property(chunks, fc.nat(200), (parts, limit) => {
        const body = bodyBytes(limit, 1000)
        const taken = parts.filter((part) => body.add(part))
        expect(body.whole()).toEqual(Buffer.concat(taken))
        expect(body.whole().length).toBeLessThanOrEqual(limit)
        expect(body.add(Buffer.alloc(limit - body.whole().length + 1))).toBe(false)
      }),
    )
  })

  it('writes into no chunk', () => {
    const first = Buffer.from('ab')
    const body = bodyBytes(100, 0)
    for (const part of [first, Buffer.from('cd'), Buffer.from('ef')]) body.add(part)
    expect([first.toString(), body.whole().toString()]).toEqual(['ab', 'abcdef'])
  })

  it('sets no more than a megabyte aside for what only says that it comes', () => {
    const alloc = jest.spyOn(Buffer, 'allocUnsafe')
    const body = bodyBytes(1e9, 1e9)
    body.add(Buffer.from('a'))
    body.add(Buffer.from('b'))
    expect(alloc.mock.calls).toEqual([[1024 * 1024]])
    alloc.mockRestore()
  })
})

describe('textOf', () => {
  it('reads bytes as UTF-8', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: character })), (text) => {
        const bytes = Buffer.from(text)
        expect(textOf(bytes)).toBe(bytes.toString('utf8'))
      }),
    )
  })
})
