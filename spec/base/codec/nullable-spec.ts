import { isRight, right } from 'fp-ts/lib/Either.js'
import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { nullable } from '../../../lib/base/codec/nullable.js'

describe('nullable', () => {
  const codec = nullable(t.string)

  it.each([
    ['a value', 'a', some('a')],
    ['null', null, none],
    ['a missing value', undefined, none],
  ])('reads %s', (_, input, expected) => expect(codec.decode(input)).toEqual(right(expected)))

  it('refuses a value that its codec refuses', () => expect(isRight(codec.decode(5))).toBe(false))

  it('writes the value or null', () => expect([some('a'), none].map(codec.encode)).toEqual(['a', null]))

  it.each([
    [some('a'), true],
    [{ _tag: 'None' }, true],
    [some(5), false],
    ['a', false],
    [null, false],
  ])('knows whether %p is an Option of its values: %p', (u, expected) => expect(codec.is(u)).toBe(expected))
})
