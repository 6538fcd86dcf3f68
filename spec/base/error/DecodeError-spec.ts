import { none, some } from 'fp-ts/lib/Option.js'
import { describeMediaType } from '../../../lib/base/error/DecodeError.js'

describe('insteadOfJson', () => {
  it('names what came, unless it is JSON or not known', () => {
    expect(describeMediaType(some('text/html'))).toBe('text/html instead of JSON')
    expect([some('application/json'), some('application/problem+json'), none].map(describeMediaType)).toEqual(
      Array(3).fill(undefined),
    )
  })
})
