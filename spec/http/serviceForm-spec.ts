import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { formFailure, mediaType } from '../../lib/http/serviceForm.js'
import { httpRequest } from '../helpers/httpRequest.js'

const page = '<!doctype html><html><body>Blocked</body></html>'
const asked = httpRequest()
const unread = httpRequest({ ignoresBody: true })
const toGateway = httpRequest({ cookies: true })
const formOf = (status: number, body: string, request = asked) => formFailure({ status, headers: {}, body }, request)

describe('foreignForm', () => {
  it.each(['{"resources":[]}', '[]', 'null', '7', '"text"', '\ufeff{}', ' {} '])(
    'a success with %j is the service’s',
    (body) => {
      expect([formOf(200, body), formOf(201, body)]).toEqual([undefined, undefined])
    },
  )

  it.each([page, '{"resources":[{"id":1', 'OK', '{} {}'])('a success with %j is not', (body) => {
    expect(formOf(200, body)).toBe('not-json')
  })

  it.each([200, 204, 205])('a %i without a body is not, if one is read', (status) => {
    expect([formOf(status, ''), formOf(status, ' \n')]).toEqual(['empty', 'empty'])
    expect([formOf(status, '', unread), formOf(status, '\n', unread)]).toEqual([undefined, undefined])
  })

  it('a body that is not read may be anything but a page', () => {
    expect(['OK', '{}', '{"a":'].map((body) => formOf(202, body, unread))).toEqual([undefined, undefined, undefined])
    expect([page, `\ufeff \n${page}`, '<?xml version="1.0"?>'].map((body) => formOf(200, body, unread))).toEqual(
      Array(3).fill('not-json'),
    )
  })

  it.each([400, 401, 403, 404, 409, 410, 422, 429, 500, 503])(
    'a %i is the service’s with a JSON object, or no body',
    (status) => {
      expect(['', ' ', '{}', '{"errors":[]}', '\ufeff{"type":"x"}'].map((body) => formOf(status, body))).toEqual(
        Array(5).fill(undefined),
      )
      for (const body of [page, 'Forbidden', '[]', 'null', '"text"', '{"type":'])
        expect([formOf(status, body), formOf(status, body, unread)]).toEqual(['not-json', 'not-json'])
    },
  )

  it.each([0, 100, 301, 302, 304, 307, 308])('a %i is never the service’s', (status) => {
    expect(['', '{}', page].map((body) => formOf(status, body, unread))).toEqual(Array(3).fill('not-json'))
  })

  it('a 407 is never the service’s, but a proxy’s', () => {
    expect(['', '{}', '{"type":"x"}', page].map((body) => formOf(407, body))).toEqual(Array(4).fill('not-json'))
    expect(formOf(407, '{}', toGateway)).toBe('not-json')
  })

  it('through a gateway a 401 is the app’s, whatever its body; no other status is', () => {
    expect([page, '', 'log in'].map((body) => formOf(401, body, toGateway))).toEqual(Array(3).fill(undefined))
    expect([403, 302, 200].map((status) => formOf(status, page, toGateway))).toEqual(Array(3).fill('not-json'))
  })

  it('takes any JSON for a success, and any JSON object for an error', () => {
    fc.assert(
      fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue()), (json, object) => {
        expect([formOf(200, json), formOf(400, JSON.stringify(object))]).toEqual([undefined, undefined])
      }),
    )
  })
})

describe('mediaType', () => {
  it.each<readonly [string, string | undefined]>([
    ['text/html; charset=utf-8', 'text/html'],
    ['Application/JSON', 'application/json'],
    ['application/problem+json', 'application/problem+json'],
    ['', undefined],
    ['text', undefined],
    ['text/html s3cr3t', undefined],
    [`text/${'a'.repeat(61)}`, undefined],
  ])('of %j is %s', (header, type) => {
    expect(mediaType({ status: 200, headers: { 'content-type': header }, body: '' })).toEqual(
      type === undefined ? none : some(type),
    )
  })

  it('is not there without the header', () => {
    expect(mediaType({ status: 200, headers: {}, body: '' })).toEqual(none)
  })
})
