import { memoizeByObject } from '../../lib/base/memoizeByObject.js'

describe('memoizeByObject', () => {
  it('calls the function once for each object', () => {
    const seen: Array<unknown> = []
    const wrapped = memoizeByObject((key: object) => {
      seen.push(key)
      return { key }
    })
    const [first, second] = [{ name: 'a' }, { name: 'a' }]
    expect(wrapped(first)).toBe(wrapped(first))
    expect(wrapped(second)).toEqual({ key: second })
    expect(wrapped(second)).not.toBe(wrapped(first))
    expect(seen).toEqual([first, second])
  })

  it('keeps nothing of a call that threw', () => {
    let isBroken = true
    const wrapped = memoizeByObject((key: object) => {
      if (isBroken) throw new Error('broken')
      return { key }
    })
    const key = {}
    expect(() => wrapped(key)).toThrow('broken')
    isBroken = false
    expect(wrapped(key)).toEqual({ key })
  })
})
