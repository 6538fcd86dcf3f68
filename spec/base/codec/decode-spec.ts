import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'

interface Nest {
  readonly inner: Nest | null
}

const nest: t.Type<Nest> = t.recursion('nest', (self) => t.type({ inner: t.union([self, t.null]) }))

const deep = (depth: number): unknown => {
  let value: unknown = null
  for (let i = 0; i < depth; i++) value = { inner: value }
  return value
}

describe('decode', () => {
  it('gives the value or the issues', () => {
    expect(decode(id, '42')).toStrictEqual(right(42))
    expect(decode(id, 'x')).toStrictEqual(left([{ path: '', expected: 'id' }]))
  })

  it('survives a recursion deeper than the stack', () => {
    expect(isRight(decode(nest, deep(20)))).toBe(true)
    expect(isLeft(decode(nest, deep(1_000_000)))).toBe(true)
  })

  it('takes a codec that throws for one that refuses, without what was thrown', () => {
    const throws = new t.Type<never>(
      'brittle',
      (_): _ is never => false,
      (u) => {
        throw new Error(String(u))
      },
      t.identity,
    )
    expect(decode(throws, 'canary')).toStrictEqual(left([{ path: '', expected: 'brittle (its codec threw)' }]))
  })
})
