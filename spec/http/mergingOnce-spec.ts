import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import { mergingOnce } from '../../lib/http/mergingOnce.js'

type Headers = HttpRequest['headers']

const counted = () => {
  const seen: Array<unknown> = []
  const merging = mergingOnce((headers: Headers, token: string) => {
    seen.push([headers, token])
    return { ...headers, token }
  })
  return { seen, merging }
}

describe('mergingOnce', () => {
  const shared = Object.freeze({ Accept: 'a' })

  it('merges into frozen headers once, and freezes the result', () => {
    const { seen, merging } = counted()
    const merged = merging(shared, 't1')
    expect(merging(shared, 't1')).toBe(merged)
    expect([merged, Object.isFrozen(merged)]).toEqual([{ Accept: 'a', token: 't1' }, true])
    expect(seen).toEqual([[shared, 't1']])
  })

  it.each([
    ['other headers', Object.freeze({ Accept: 'b' }), 't1', { Accept: 'b', token: 't1' }],
    ['something else to add', shared, 't2', { Accept: 'a', token: 't2' }],
  ])('merges anew for %s', (_, headers, token, merged) => {
    const { seen, merging } = counted()
    merging(shared, 't1')
    expect(merging(headers, token)).toEqual(merged)
    expect(seen).toHaveLength(2)
  })

  it('keeps nothing of headers that may change', () => {
    const { seen, merging } = counted()
    const own = { Accept: 'a' }
    const merged = merging(own, 't1')
    own.Accept = 'b'
    expect(merging(own, 't1')).toEqual({ Accept: 'b', token: 't1' })
    expect([merged, Object.isFrozen(merged)]).toEqual([{ Accept: 'a', token: 't1' }, false])
    expect(seen).toHaveLength(2)
  })
})
