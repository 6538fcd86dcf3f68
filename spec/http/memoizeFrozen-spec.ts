import { memoizeFrozen } from '../../lib/http/memoizeFrozen.js'

describe('memoizeFrozen', () => {
  const counted = () => {
    let calls = 0
    return memoizeFrozen((headers) => ({ ...headers, Calls: String(++calls) }))
  }

  it('calls once for frozen headers, and freezes what it has made of them', () => {
    const add = counted()
    const headers = Object.freeze({ Accept: 'a' })
    expect(add(headers)).toEqual({ Accept: 'a', Calls: '1' })
    expect(add(headers)).toBe(add(headers))
    expect(Object.isFrozen(add(headers))).toBe(true)
    expect(add(Object.freeze({ Accept: 'a' }))).toEqual({ Accept: 'a', Calls: '2' })
  })

  it('calls each time for headers that may still change', () => {
    const add = counted()
    const headers = { Accept: 'a' }
    expect([add(headers), add(headers)]).toEqual([
      { Accept: 'a', Calls: '1' },
      { Accept: 'a', Calls: '2' },
    ])
    expect(Object.isFrozen(add(headers))).toBe(false)
  })
})
