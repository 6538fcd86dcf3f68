import { memoizeLatest } from '../../lib/http/memoizeFrozen.js'

describe('memoizeLatest', () => {
  it('calls the function anew only for another object than the last', () => {
    const seen: Array<unknown> = []
    const wrapped = memoizeLatest((key: object) => {
      seen.push(key)
      return { key }
    })
    const [first, second] = [{ name: 'a' }, { name: 'a' }]
    expect(wrapped(first)).toBe(wrapped(first))
    expect(wrapped(second)).toEqual({ key: second })
    expect(wrapped(second)).toBe(wrapped(second))
    expect(wrapped(first)).toEqual({ key: first })
    expect(seen.map((key) => key === first)).toEqual([true, false, true])
  })

  it('keeps nothing of a call that threw', () => {
    let isBroken = true
    const wrapped = memoizeLatest((key: object) => {
      if (isBroken) throw new Error('broken')
      return { key }
    })
    const key = {}
    expect(() => wrapped(key)).toThrow('broken')
    isBroken = false
    expect(wrapped(key)).toEqual({ key })
  })
})
