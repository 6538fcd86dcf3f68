import { left, right } from 'fp-ts/lib/Either.js'
import { isCutOff, takeJson } from '../../lib/http/serviceForm.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { json } from '../helpers/responses.js'

describe('isCutOff', () => {
  it('is false if nobody looks at the body', () => {
    const response = { status: 200, headers: {}, body: '' }
    expect(isCutOff(response, httpRequest())).toBe(true)
    expect(isCutOff(response, httpRequest({ ignoresBody: true }))).toBe(false)
  })
})

describe('takeJson', () => {
  it('parses once what was looked at before, and gives everybody a value of his own', () => {
    const response = json({ id: 7 })
    const parse = jest.spyOn(JSON, 'parse')
    expect(isCutOff(response, httpRequest())).toBe(false)
    const first = takeJson(response)
    expect(parse).toHaveBeenCalledTimes(1)
    const second = takeJson(response)
    expect(parse).toHaveBeenCalledTimes(2)
    parse.mockRestore()
    expect([first, second]).toEqual([right({ id: 7 }), right({ id: 7 })])
    expect(first).not.toBe(second)
  })

  it('parses what nobody has looked at, and says what it is instead', () => {
    expect(takeJson({ ...json({}), headers: { 'content-length': '2' } })).toEqual(right({}))
    expect(takeJson({ ...json({}), body: '<html>' })).toEqual(left('not-json'))
  })
})
