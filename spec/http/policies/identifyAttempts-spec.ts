import { NEVER } from 'rxjs'
import { systemRandom } from '../../../lib/base/platform/random.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import { identifyAttempts } from '../../../lib/http/policies/identifyAttempts.js'
import { httpRequest } from '../../helpers/httpRequest.js'

const attempts = (random: () => number, headers: HttpRequest['headers'] = {}, times = 1) => {
  const sent: Array<HttpRequest> = []
  const http = identifyAttempts(
    'X-Request-Id',
    random,
  )((request) => {
    sent.push(request)
    return NEVER
  })
  const response = http(httpRequest({ headers }))
  expect(sent).toEqual([])
  for (let i = 0; i < times; i++) response.subscribe()
  return sent.map(({ id, headers }) => [id, headers])
}

describe('identifyAttempts', () => {
  it('gives each attempt another id, in the header and beside it', () => {
    let call = 0
    const random = () => (call++ % 16) / 16
    const ids = ['00102030405060708090a0b0c0d0e0f0', '00102030405060708090a0b0c0d0e0f0']
    expect(attempts(random, { Accept: 'x' }, 2)).toEqual(ids.map((id) => [id, { Accept: 'x', 'X-Request-Id': id }]))
    const own = (() => {
      let byte = 0
      return () => (byte++ % 256) / 256
    })()
    expect(attempts(own, {}, 2).map(([id]) => id)).toEqual([
      '000102030405060708090a0b0c0d0e0f',
      '101112131415161718191a1b1c1d1e1f',
    ])
  })

  it('stays within 128 bits if random gives 1', () => {
    expect(attempts(() => 1)[0]?.[0]).toBe('f'.repeat(32))
  })

  it('takes the platform’s generator for secrets if there is no random of the program’s own', () => {
    const random = jest.spyOn(Math, 'random')
    const ids = attempts(systemRandom, {}, 200).map(([id]) => id)
    expect(random).not.toHaveBeenCalled()
    random.mockRestore()
    expect(new Set(ids).size).toBe(200)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('keeps the value of a request that has the header already', () => {
    expect(attempts(() => 0, { 'x-request-id': 'mine' }, 2)).toEqual([
      ['mine', { 'X-Request-Id': 'mine' }],
      ['mine', { 'X-Request-Id': 'mine' }],
    ])
  })
})
