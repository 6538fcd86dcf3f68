import { createPageKeys, maxKeys } from '../../../../lib/adapters/devtools/server/pageKeys.js'
import fc from '../../../support/fastCheck.js'

describe('createPageKeys', () => {
  it('exchanges a token for a key once, and has another token then', () => {
    const { token, exchange, isValid } = createPageKeys()
    const first = token()
    const key = exchange(first) ?? ''
    expect(isValid(key)).toBe(true)
    expect(exchange(first)).toBeUndefined()
    expect(token()).not.toBe(first)
    expect(exchange(token())).not.toBe(key)
    expect(isValid(key)).toBe(true)
  })

  it('isValid neither tokens nor any other text', () => {
    const { token, exchange, isValid } = createPageKeys()
    const key = exchange(token()) ?? ''
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('', token(), key.slice(1), `${key} `)), (text) => {
        expect(isValid(text)).toBe(false)
        if (text !== token()) expect(exchange(text)).toBeUndefined()
      }),
    )
  })

  it('keeps the latest keys', () => {
    const { token, exchange, isValid } = createPageKeys()
    const keys = Array.from({ length: maxKeys + 2 }, () => exchange(token()) ?? '')
    expect(keys.map(isValid)).toStrictEqual([false, false, ...Array<boolean>(maxKeys).fill(true)])
    expect(new Set(keys).size).toBe(maxKeys + 2)
  })
})
