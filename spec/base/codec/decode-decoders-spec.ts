import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { type Either, isLeft, isRight, left, right, tryCatch } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { guardCodec } from '../../../lib/base/codec/guardCodec.js'
import { id } from '../../../lib/base/codec/id.js'
import { list } from '../../../lib/base/codec/list.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { decodeResponse } from '../../../lib/streams/send/decodeResponse.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'
import { library, type Maker, type Plan, plannedWithValues, reference } from './twins.js'

/**
 * Freezes a value and its parts, but not the part `__proto__`: `t.partial` of io-ts copies with `Object.assign`, which makes it
 * the prototype of the copy, and a frozen prototype forbids the copy to have its keys.
 */
const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    for (const [key, part] of Object.entries(Object.freeze(value))) if (key !== '__proto__') frozen(part)
  return value
}

const reported = (errors: t.Errors) =>
  errors.map(({ value, message, context }) => ({
    value,
    message,
    context: context.map(({ key, type, actual }) => ({ key, name: type.name, actual })),
  }))

const field = (u: unknown, key: string): unknown =>
  typeof u === 'object' && u !== null ? (Object.getOwnPropertyDescriptor(u, key)?.value as unknown) : undefined

/** Whether one part is the very one that was given wherever the other is, and all keys come in the same order. */
const isShared = (ours: unknown, theirs: unknown, given: unknown): boolean => {
  if (Object.is(ours, given) !== Object.is(theirs, given)) return false
  if (typeof ours !== 'object' || ours === null || Object.is(ours, given)) return true
  deepStrictEqual(Reflect.ownKeys(ours), Reflect.ownKeys(theirs as object))
  return Object.keys(ours).every((key) => isShared(field(ours, key), field(theirs, key), field(given, key)))
}

const run = (make: (hear: Maker['hear']) => Maker, plan: Plan, input: unknown) => {
  const heard: Array<unknown> = []
  const codec = plan(make((said) => heard.push(said)))
  return { heard, result: codec.decode(input) }
}

/**
 * With what io-ts made a prototype as a field: it copies a row by assignment, so that a key `__proto__` of the wire, parsed
 * twice, is the prototype of two copies, and `deepStrictEqual` takes two prototypes for different ones.
 */
const withPrototypes = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Error) return value
  const prototype = Object.getPrototypeOf(value) as unknown
  const isPlain = prototype === null || prototype === Object.prototype || prototype === Array.prototype
  const entries = Object.entries(value).map(([key, inner]) => [key, withPrototypes(inner)] as const)
  return [Array.isArray(value), entries, isPlain ? prototype : withPrototypes(prototype)]
}

const request = httpRequest({})

const answer = (codec: t.Mixed, body: string): Either<unknown, unknown> =>
  tryCatch(
    (): unknown => decodeResponse(codec, { ...json({}), body }, request),
    (error) => error,
  )

const runResponse = (make: (hear: Maker['hear']) => Maker, plan: Plan, body: string) => {
  const heard: Array<string> = []
  const codec = plan(make((said) => heard.push(JSON.stringify(said))))
  return { heard, result: answer(codec, body) }
}

describe('the fast decoder', () => {
  it('answers as `validate` does, changes nothing, and asks other people’s codecs the same', () => {
    const answers = { left: 0, right: 0 }
    fc.assert(
      fc.property(plannedWithValues, ({ plan, values }) => {
        for (const input of values.map(frozen)) {
          const ours = run(library, plan, input)
          const theirs = run(reference, plan, input)
          deepStrictEqual(ours.heard, theirs.heard)
          if (isRight(ours.result) && isRight(theirs.result)) {
            answers.right++
            deepStrictEqual(ours.result.right, theirs.result.right)
            expect(isShared(ours.result.right, theirs.result.right, input)).toBe(true)
          } else {
            answers.left++
            deepStrictEqual(
              isLeft(ours.result) && reported(ours.result.left),
              isLeft(theirs.result) && reported(theirs.result.left),
            )
          }
        }
      }),
      { numRuns: 300 },
    )
    expect(Math.min(answers.left, answers.right)).toBeGreaterThan(50)
  })

  it('answers the same if it converts in place, and then parses once', () => {
    const parse = jest.spyOn(JSON, 'parse')
    const answers = { left: 0, right: 0 }
    fc.assert(
      fc.property(plannedWithValues, ({ plan, values }) => {
        for (const input of values) {
          const body = (JSON.stringify(input) as string | undefined) ?? 'null'
          const theirs = runResponse(reference, plan, body)
          parse.mockClear()
          const ours = runResponse(library, plan, body)
          deepStrictEqual(withPrototypes(ours), withPrototypes(theirs))
          if (isRight(ours.result)) {
            answers.right++
            expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs))
          } else answers.left++
          expect(parse.mock.calls.length).toBeLessThanOrEqual(isRight(ours.result) ? 1 : 2)
        }
      }),
      { numRuns: 300 },
    )
    parse.mockRestore()
    expect(Math.min(answers.left, answers.right)).toBeGreaterThan(50)
  })

  it('is tried once, however deep the wrong value is', () => {
    let asked = 0
    let codec: t.Mixed = guardCodec('seven', (u): u is 7 => {
      asked++
      return u === 7
    })
    let value: unknown = 8
    for (let depth = 0; depth < 100; depth++) {
      codec = depth % 2 === 0 ? list(codec) : record('nest', { codec }, {})
      value = depth % 2 === 0 ? [value] : { codec: value }
    }
    expect(isLeft(codec.decode(value))).toBe(true)
    expect(asked).toBe(2)
  })

  it('is tried once at each level of a codec that refers to itself', () => {
    let asked = 0
    const leaf = guardCodec('seven', (u): u is 7 => {
      asked++
      return u === 7
    })
    const tree: t.Mixed = t.recursion('tree', (): t.Mixed => record('node', { leaf, trees: list(tree) }, {}))
    let value: unknown = { leaf: 8, trees: [] }
    for (let depth = 0; depth < 100; depth++) value = { leaf: 7, trees: [value] }
    expect(isLeft(tree.decode(value))).toBe(true)
    expect(asked).toBe(102)
  })

  it('reads rows of every order, and of ever new keys that nobody names', () => {
    const row = record('row', { id }, { at: timestamp, '': t.string, note: t.string })
    const at = new Date(0)
    const rows = Array.from({ length: 300 }, (_, i) => {
      const entries = [
        ['id', String(i)],
        [`x${String(i)}`, i],
        ['at', at.toISOString()],
        ['', 'e'],
        ['note', null],
      ] as const
      return [...entries.slice(i % 5), ...entries.slice(0, i % 5)]
    })
    const decoded = rows.map((entries) =>
      Object.fromEntries(
        entries.map(([key, value]) => [key, key === 'id' ? Number(value) : key === 'at' ? at : value]),
      ),
    )
    const body = JSON.stringify(rows.map((entries): unknown => Object.fromEntries(entries)))
    deepStrictEqual(answer(list(row), body), right(decoded))
    deepStrictEqual(list(row).decode(JSON.parse(body)), right(decoded))
    const wrong = { '': 7, y: 1, id: 1 }
    expect(decode(row, wrong)).toStrictEqual(left([{ path: '/', expected: 'string' }]))
  })

  it('takes nothing from a prototype that somebody has changed', () => {
    const row = record('row', { id }, {})
    Object.defineProperty(Object.prototype, 'id', { value: 7, enumerable: true, configurable: true })
    try {
      expect(isLeft(answer(row, '{}'))).toBe(true)
      expect(isLeft(row.decode({}))).toBe(true)
    } finally {
      delete (Object.prototype as { id?: unknown }).id
    }
  })

  it('reads fields that are not enumerable, and one twice that is named twice', () => {
    const hidden: unknown = Object.defineProperty({}, 'note', { value: 7 })
    expect(isLeft(record('row', {}, { note: t.string }).decode(hidden))).toBe(true)
    expect(isLeft(record('row', { note: id }, { note: t.string }).decode({ note: 7 }))).toBe(true)
  })

  it.each([t.unknown, t.readonly(t.unknown)])('parses once if a field that may be anything is missing: %#', (any) => {
    const parse = jest.spyOn(JSON, 'parse')
    expect(answer(record('row', { any }, {}), '{}')).toStrictEqual(right({}))
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
  })

  it('does not mind a page of 200,000', () => {
    const body = JSON.stringify(Array.from({ length: 200_000 }, (_, id) => ({ id: String(id) })))
    const row = record('row', { id }, {})
    const other = new t.Type('other', row.is, (u, context) => row.validate(u, context), row.encode)
    for (const codec of [list(row), list(other)]) {
      const decoded = answer(codec, body) as Either<unknown, ReadonlyArray<unknown>>
      expect(isRight(decoded) && [decoded.right.length, decoded.right.at(-1)]).toStrictEqual([200_000, { id: 199_999 }])
    }
  })

  it('has no response if the codec is deeper than the stack, which is told as ever', () => {
    const depth = 50_000
    let codec: t.Mixed = id
    for (let i = 0; i < depth; i++) codec = list(codec)
    expect(answer(codec, `${'['.repeat(depth)}1${']'.repeat(depth)}`)).toMatchObject(
      left({ _tag: 'DecodeError', reason: 'shape', issues: [{ path: '' }] }),
    )
  })

  it('is not taken if somebody has put another decode in the place of ours', () => {
    const row = record('row', { id }, {})
    row.decode = () => right({ id: 8 })
    expect(answer(row, '{"id":"1"}')).toStrictEqual(right({ id: 8 }))
  })

  it('leaves a codec alone that was made from one of ours', () => {
    const row = record('row', { id }, {})
    const other = Object.assign(Object.create(row) as t.Mixed, { decode: () => right('other') })
    expect(answer(other, '{"id":1}')).toStrictEqual(right('other'))
    expect(answer(t.readonly(row), '{"id":"1"}')).toStrictEqual(right({ id: 1 }))
  })
})
