import { none, some } from 'fp-ts/lib/Option.js'
import { insteadOfJson } from '../../../lib/base/error/describeMediaType.js'

describe('insteadOfJson', () => {
  it('names what came, unless it is JSON or not known', () => {
    expect(insteadOfJson(some('text/html'))).toBe('text/html instead of JSON')
    expect([some('application/json'), some('application/problem+json'), none].map(insteadOfJson)).toEqual(
      Array(3).fill(undefined),
    )
  })
})
