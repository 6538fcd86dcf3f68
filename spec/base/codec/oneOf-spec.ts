import { oneOf } from '../../../lib/base/codec/oneOf.js'

describe('oneOf', () => {
  it('is named after its values', () => {
    expect(oneOf('GET', 'POST', 'PUT').name).toBe("'GET', 'POST' or 'PUT'")
    expect(oneOf(0, 1).name).toBe('0 or 1')
  })

  it('accepts them, and nothing else', () => {
    const tried = ['a', 0, 'b', '0', 'A', '', undefined, null, NaN, ['a'], 'toString']
    expect(tried.filter((u) => oneOf('a', 'b').is(u))).toEqual(['a', 'b'])
    expect(tried.filter((u) => oneOf(0, 1).is(u))).toEqual([0])
  })
})
