import { some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { noContent } from '../../../lib/base/codec/noContent.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { decodeResponse, decodeValue, parseBody } from '../../../lib/streams/send/decodeResponse.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const codec = t.type({ id: t.number })
const request = httpRequest({ operation: 'rows.list', page: some(3) })
const place = { operation: 'rows.list', page: some(3) }
const text = (body: string) => ({ ...json({}), body })

describe('decodeResponse', () => {
  it('gives what the codec decodes', () => {
    expect(decodeResponse(codec, json({ id: 7, more: true }), request)).toEqual({ id: 7, more: true })
  })

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['<html>gateway</html>', 'not-json'],
    ['{"id": 7', 'not-json'],
  ] as const)('says of the body %j that it is %s, and where it happened', (body, reason) => {
    expect(() => decodeResponse(codec, text(body), request)).toThrow(new DecodeError({ ...place, reason }))
  })

  it('says where an answer is wrong, and not what stands there', () => {
    const decode = () => decodeResponse(codec, json({ id: 'c2VjcmV0' }), request)
    expect(decode).toThrow(
      new DecodeError({ ...place, reason: 'shape', issues: [{ path: '/id', expected: 'number' }] }),
    )
    expect(decode).not.toThrow(/c2VjcmV0/)
  })

  it.each(['', 'OK', '<html>', '{}'])('does not look at the body if nothing is expected: %j', (body) => {
    expect(() => {
      decodeResponse(noContent, text(body), request)
    }).not.toThrow()
  })
})

describe('parseBody', () => {
  it('gives the value that a body holds, whatever it is', () => {
    expect(parseBody(json([null, 7]), request)).toEqual([null, 7])
  })
})

describe('decodeValue', () => {
  it('throws the error of the request that the value came from', () => {
    const issues = [{ path: '', expected: codec.name }]
    expect(() => decodeValue(codec, null, request)).toThrow(new DecodeError({ ...place, reason: 'shape', issues }))
  })
})
