import { redact } from '../../lib/base/Redacted.js'
import { keptHeaderNames, selectResponseHeaders } from '../../lib/http/selectResponseHeaders.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { json } from '../helpers/responses.js'

const request = httpRequest({
  headers: { Accept: 'application/json', 'Client-Secret': redact('C4N4RY'), Authorization: redact('Bearer T0K3N') },
  secretQuery: redact('password=pa55%2Fword&client_secret=other'),
})
const kept = (value: string, name = 'X-Request-Id') =>
  selectResponseHeaders([name])(json({}, 500, { 'x-request-id': value, 'x-other': 'other' }), request)

describe('selectResponseHeaders', () => {
  it('hides unread what is too long to look into', () => {
    expect(kept('token-'.repeat(3000))).toEqual({ 'X-Request-Id': '<redacted>' })
    expect(kept('ab '.repeat(300))['X-Request-Id']).toHaveLength(128)
  })

  it.each([
    '7f9c24e5-2b3a-4d4e-8f6a-0c1d2e3f4a5b',
    'Root=1-67891233-abcdef012345678912345678',
    '8c1f0a2b3c4d5e6f-CDG',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'x',
    '',
  ])('has the name as it was given, and the value %s', (value) => {
    expect(kept(value)).toEqual({ 'X-Request-Id': value })
    expect(kept(value, 'x-request-ID')).toEqual({ 'x-request-ID': value })
  })

  it('has nothing of a header that is not there, or was not named', () => {
    expect(kept('7', 'constructor')).toEqual({})
    expect(kept('7', 'X-Missing')).toEqual({})
    expect(selectResponseHeaders([])(json({}, 200, { 'x-request-id': '7' }), request)).toEqual({})
  })

  it('has no character that steers a terminal or breaks a header', () => {
    expect(kept('a\u001b[2J\r\nb\u2028é')).toEqual({ 'X-Request-Id': 'a?[2J??b??' })
  })

  it('cuts a value at 128 characters', () => {
    expect(kept('a b '.repeat(100))['X-Request-Id']).toHaveLength(128)
  })

  it.each([
    'C4N4RY',
    'id C4N4RY id',
    'T0K3N',
    'pa55/word',
    'Bearer abc',
    'basic dXNlcjpwYXNz',
    'token=abc',
    'session_id: abc',
    '"access_token":"abc"',
    'eyJhbGciOiJIUzI1NiJ9.e30.abc',
    'a'.repeat(65),
    `${'x '.repeat(100)}C4N4RY`,
  ])('hides %s', (value) => {
    expect(kept(value)).toEqual({ 'X-Request-Id': '<redacted>' })
  })
})

describe('selectResponseHeaders, at a gateway', () => {
  const atGateway = httpRequest({
    headers: {
      Cookie: redact('theme=dark; sid="s3cr3t-C4N4RY"; C4N4RY-alone'),
      'X-Tenant': redact('7'),
      'X-Signature': redact('C4N4RY-sig'),
      'X-Api-Key': redact('k7'),
    },
  })
  const keptOf = (value: string) => selectResponseHeaders(['X-Id'])(json({}, 500, { 'x-id': value }), atGateway)['X-Id']

  it.each(['s3cr3t-C4N4RY', 'of s3cr3t-C4N4RY', 'C4N4RY-alone', 'C4N4RY-sig', 'k7'])('hides %s', (value) => {
    expect(keptOf(value)).toBe('<redacted>')
  })

  it.each(['srv-77', 'dark-7', '8c1f-dark'])('shows %s, which has only short words of the request', (value) => {
    expect(keptOf(value)).toBe(value)
  })
})

describe('keptNames', () => {
  it.each([[[]], [['X-Request-Id', 'cf-ray', 'x-amzn-requestid', 'Retry-After']]])('takes %j', (names) => {
    expect(keptHeaderNames.is(names)).toBe(true)
  })

  it.each([
    'Set-Cookie',
    'cookie',
    'Authorization',
    'WWW-Authenticate',
    'X-Auth-Token',
    'X-Session',
    'X-Api-Key',
    'Location',
    'Link',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'a b',
    '',
    'x'.repeat(65),
    7,
  ])('refuses %s', (name) => {
    expect(keptHeaderNames.is([name])).toBe(false)
  })

  it('refuses more than sixteen', () => {
    expect(keptHeaderNames.is(Array(17).fill('x'))).toBe(false)
    expect(keptHeaderNames.is('x')).toBe(false)
  })
})
