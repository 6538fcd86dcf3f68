import { left, right } from 'fp-ts/lib/Either.js'
import { copyCodec } from '../../../lib/base/codec/copyCodec.js'
import { decode } from '../../../lib/base/codec/decode.js'

describe('copy', () => {
  it('gives the fields as they were when it read them, each once', () => {
    let reads = 0
    const given = {
      get language() {
        return ++reads
      },
    }
    const decoded = decode(copyCodec, given)
    expect(decoded).toStrictEqual(right({ language: 1 }))
    expect(decoded).toStrictEqual(right({ language: 1 }))
    expect(reads).toBe(1)
  })

  it.each([undefined, null, 'x', 7, [], () => 1])('refuses %p, which is no object', (given) => {
    const expected = given === undefined ? 'options (missing)' : 'options'
    expect(decode(copyCodec, given)).toStrictEqual(left([{ path: '', expected }]))
  })
})
