import { none, some } from 'fp-ts/lib/Option.js'
import { TimeoutError } from '../../lib/base/error/TimeoutError.js'
import { toClientError } from '../../lib/http/toClientError.js'
import { httpRequest } from '../helpers/httpRequest.js'

const request = httpRequest({})

describe('toClientError', () => {
  it('leaves a client error as it is', () => {
    const error = new TimeoutError(request)
    expect(toClientError(error, request)).toBe(error)
  })

  it.each([
    [some('ECONNRESET'), { code: 'ECONNRESET' }],
    [some('ENOTFOUND'), { cause: { code: 'ENOTFOUND' } }],
    [some('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }],
    [none, { code: 'GET https://bank.example/?secret' }],
    [none, { code: 'X'.repeat(49) }],
    [none, { code: 20 }],
    [none, { cause: null }],
    [none, null],
    [none, undefined],
  ])('gives the code %j of %j', (code, failure) => {
    expect(toClientError(failure, request)).toMatchObject({ _tag: 'NetworkError', code })
  })

  it.each(['/v2/stocks', '', 'https://', undefined])('is a ConfigError for the URL %p, without throwing', (url) => {
    const error = toClientError(new TypeError('failed to parse the URL'), { ...request, url: url as string })
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/url' }] })
  })
})
