import { isLeft } from 'fp-ts/lib/Either.js'
import { callConfig } from '../../../lib/streams/send/callConfig.js'

describe('callConfig', () => {
  it.each([
    {},
    { timeout: 1 },
    { timeout: 2 ** 40 },
    { timeout: undefined, headers: undefined, priority: undefined },
    { priority: 'background' },
    { priority: 'interactive' },
    { onWait: () => undefined },
    { headers: {} },
    { headers: { 'X-Trace': '7', 'accept-language': 'fr', Accept: 'application/json' } },
    { headers: { 'X-Tab': 'a\tb', 'X-Latin': 'é', 'X-Empty': '' } },
  ])('takes %j', (config) => {
    expect(isLeft(callConfig.decode(config))).toBe(false)
  })

  it.each([0, -1, NaN, Infinity, '1000', null, 0.5])('refuses a timeout of %p', (timeout) => {
    expect(isLeft(callConfig.decode({ timeout }))).toBe(true)
  })

  it.each([
    'Authorization',
    'authorization',
    'Client-Id',
    'CLIENT-SECRET',
    'Content-Type',
    'cookie',
    'Host',
    'Transfer-Encoding',
    'content-length',
  ])('refuses the header %s, which says who asks or what is sent', (name) => {
    expect(isLeft(callConfig.decode({ headers: { [name]: 'stolen' } }))).toBe(true)
  })

  it.each(['', 'X Trace', 'X-Trace:', 'X-Tracé', 'X-Trace\r\nAuthorization', 'X-Trace\0'])(
    'refuses %j, which is no name of a header',
    (name) => {
      expect(isLeft(callConfig.decode({ headers: { [name]: '7' } }))).toBe(true)
    },
  )

  it.each(['7\r\nAuthorization: Bearer stolen', '7\n', '7\0', '\u007f', '€', 7, null, ['7']])(
    'refuses the header value %j, which no request can carry',
    (value) => {
      expect(isLeft(callConfig.decode({ headers: { 'X-Trace': value } }))).toBe(true)
    },
  )

  it.each(['high', 'Background', '', 1, null, true])('refuses the priority %j', (priority) => {
    expect(isLeft(callConfig.decode({ priority }))).toBe(true)
  })

  it.each([1000, 'wait', {}, null])('refuses %j for onWait', (onWait) => {
    expect(isLeft(callConfig.decode({ onWait }))).toBe(true)
  })

  it.each([null, 'timeout', 7, { timout: 7 }, { retry: 4 }, { headers: 'X-Trace: 7' }])('refuses %j', (config) => {
    expect(isLeft(callConfig.decode(config))).toBe(true)
  })
})
