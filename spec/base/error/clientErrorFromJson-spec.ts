import fc from 'fast-check'
import { isLeft, left } from 'fp-ts/lib/Either.js'
import { none, some } from 'fp-ts/lib/Option.js'
import { isClientError } from '../../../lib/base/error/ClientError.js'
import { clientErrorFromJson } from '../../../lib/base/error/clientErrorFromJson.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { redact } from '../../../lib/base/Redacted.js'
import { clientErrors } from '../../helpers/clientErrors.js'

const overTheBoundary = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const noTag = left([{ path: '/_tag', expected: 'the tag of a client error' }])

describe('clientErrorFromJson', () => {
  it.each(clientErrors)('rebuilds a %s: same class, same message, same JSON', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (error) => {
        const rebuilt = clientErrorFromJson(overTheBoundary(error))
        if (isLeft(rebuilt)) throw new Error(JSON.stringify(rebuilt.left))
        expect(isClientError(rebuilt.right)).toBe(true)
        expect(rebuilt.right).toBeInstanceOf(error.constructor)
        expect(rebuilt.right.message).toBe(error.message)
        expect(overTheBoundary(rebuilt.right)).toMatchObject(overTheBoundary(error) as object)
      }),
    )
  })

  it('gives back Options, and None for what was redacted', () => {
    const fields = { operation: 'stocks.list', page: some(2), status: 429, type: none, retryAfter: some(1500) }
    const rebuilt = clientErrorFromJson(overTheBoundary(new StatusError({ ...fields, detail: some(redact('x')) })))
    expect(rebuilt).toMatchObject({ _tag: 'Right', right: { ...fields, detail: none } })
  })

  it('survives structuredClone of the JSON form, as a port or a worker makes one', () => {
    const json = new StatusError({
      operation: 'stocks.list',
      page: none,
      status: 500,
      type: none,
      detail: none,
      retryAfter: none,
    }).toJSON()
    const rebuilt = clientErrorFromJson(structuredClone(json))
    expect(overTheBoundary(rebuilt)).toStrictEqual({ _tag: 'Right', right: json })
  })

  it.each([
    undefined,
    null,
    0,
    'NetworkError',
    [],
    {},
    { _tag: 'Error' },
    { _tag: 1 },
    { _tag: ['NetworkError'] },
    { _tag: '__proto__' },
    { _tag: 'constructor' },
    { _tag: 'toString' },
    Object.create({ _tag: 'Other' }),
  ])('refuses %j: it names no client error', (garbage) => {
    expect(clientErrorFromJson(garbage)).toStrictEqual(noTag)
  })

  it('says where a JSON form is wrong', () => {
    const json = { _tag: 'StatusError', operation: 7, page: 'x', status: '500', type: null, retryAfter: null }
    expect(clientErrorFromJson(json)).toStrictEqual(
      left([
        { path: '/operation', expected: 'string' },
        { path: '/page', expected: 'number or null' },
        { path: '/status', expected: 'number' },
      ]),
    )
  })

  it('refuses a reason that is none', () => {
    const json = { _tag: 'PagingError', operation: 'stocks.list', page: 1, reason: 'toString' }
    expect(clientErrorFromJson(json)).toMatchObject({ _tag: 'Left', left: [{ path: '/reason' }] })
  })

  it('takes no redacted field from outside', () => {
    const json = { _tag: 'AuthenticationError', status: 401, type: null, detail: 'smuggled' }
    expect(clientErrorFromJson(json)).toMatchObject({ _tag: 'Left', left: [{ path: '/detail' }] })
  })

  it('never throws, whatever JSON comes', () => {
    const tagged = fc.record({ _tag: fc.constantFrom(...clientErrors.map(([tag]) => tag)) }).chain((tag) =>
      fc
        .dictionary(fc.constantFrom('operation', 'page', 'status', 'issues', 'reason'), fc.jsonValue())
        .map((fields) => ({
          ...fields,
          ...tag,
        })),
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), tagged), (json) => {
        expect(['Left', 'Right']).toContain(clientErrorFromJson(json)._tag)
      }),
    )
  })
})
