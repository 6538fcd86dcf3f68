import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY } from 'rxjs'
import { reveal } from '../../lib/base/Redacted.js'
import { wireHeaders, wireUrl } from '../../lib/http/HttpRequest.js'
import { toHttpRequest } from '../../lib/http/toHttpRequest.js'
import type { RequestLine } from '../../lib/service/api/Request.js'
import { connectionOver } from '../helpers/connection.js'

const connection = connectionOver(() => EMPTY, {
  baseUrl: { origin: 'https://bank.example', prefix: '/gate', roots: ['/v2'] },
})
const line: RequestLine = { operation: 'rows.list', method: 'GET', path: '/v2/rows', access: 'user' }

describe('toHttpRequest', () => {
  it('says all that policies and transports need', () => {
    expect(
      toHttpRequest(
        connectionOver(() => EMPTY),
        line,
      ),
    ).toEqual({
      number: 1,
      operation: 'rows.list',
      page: none,
      method: 'GET',
      url: 'https://bank.example/v2/rows',
      baseUrl: { origin: 'https://bank.example', prefix: '', roots: ['/v2'] },
      headers: { Accept: 'application/json', 'Service-Version': '2021-06-01' },
      body: none,
      access: 'user',
      idempotent: true,
      priority: 'interactive',
      timeout: 30_000,
      maxBodySize: 1_000_000,
    })
  })

  it('counts requests', () => {
    const { number } = toHttpRequest(connection, line)
    expect(toHttpRequest(connection, line).number).toBe(number + 1)
  })

  it('puts the path after the prefix, and the parameters that there are, encoded', () => {
    const query = { limit: 5, until: undefined, since: '2021-06-01T00:00:00.000+02:00', q: 'a b&c=é' }
    expect(toHttpRequest(connection, { ...line, query }).url).toBe(
      'https://bank.example/gate/v2/rows?limit=5&since=2021-06-01T00%3A00%3A00.000%2B02%3A00&q=a+b%26c%3D%C3%A9',
    )
    expect(toHttpRequest(connection, { ...line, query: { limit: undefined } }).url).toBe(
      'https://bank.example/gate/v2/rows',
    )
  })

  it('takes the address of a page as it is, and nothing of the query', () => {
    const page = { number: 3, url: 'https://bank.example/gate/v2/rows?after=a+b' }
    const asked = toHttpRequest(connection, { ...line, query: { limit: 5 } }, {}, page)
    expect([asked.url, asked.page]).toEqual([page.url, some(3)])
  })

  it('requests the first page where the list is', () => {
    const asked = toHttpRequest(connection, line, {}, { number: 1 })
    expect([asked.url, asked.page]).toEqual(['https://bank.example/gate/v2/rows', some(1)])
  })

  it('carries a body as JSON that is not shown', () => {
    const asked = toHttpRequest(connection, { ...line, method: 'POST', body: { password: 'c2VjcmV0' } })
    expect(asked.headers['Content-Type']).toBe('application/json')
    expect(asked.body._tag === 'Some' ? reveal(asked.body.value) : '').toBe('{"password":"c2VjcmV0"}')
    expect(JSON.stringify(asked)).not.toContain('c2VjcmV0')
  })

  it('carries secret parameters beside an address that does not show them', () => {
    const asked = toHttpRequest(connection, { ...line, query: { a: 1 }, secretQuery: { password: 'c2VjcmV0' } })
    expect([asked.url, wireUrl(asked)]).toEqual([
      'https://bank.example/gate/v2/rows?a=1',
      'https://bank.example/gate/v2/rows?a=1&password=c2VjcmV0',
    ])
    expect(JSON.stringify(asked)).not.toContain('c2VjcmV0')
    expect(asked.headers['Content-Type']).toBeUndefined()
    for (const none of [{}, null as never])
      expect(toHttpRequest(connection, { ...line, secretQuery: none })).not.toHaveProperty('secretQuery')
  })

  it.each([
    ['GET', undefined, true],
    ['POST', undefined, false],
    ['PUT', undefined, false],
    ['DELETE', undefined, false],
    ['POST', true, true],
    ['GET', false, false],
  ] as const)(
    'says whether a %s that calls itself idempotent: %p may be sent again: %p',
    (method, idempotent, expected) => {
      expect(
        toHttpRequest(connection, { ...line, method, ...(idempotent === undefined ? {} : { idempotent }) }).idempotent,
      ).toBe(expected)
    },
  )

  it('lets the call have its own timeout', () => {
    expect(toHttpRequest(connection, line, { timeout: 7 }).timeout).toBe(7)
  })

  it('lets headers of the call come before those of the request, in any case, but not before the client’s', () => {
    const headers = { 'Accept-Language': 'fr', 'X-Request': '1' }
    const ofCall = { accept: 'text/csv', 'accept-language': 'en', 'service-version': '1999-01-01' }
    expect(wireHeaders(toHttpRequest(connection, { ...line, headers }, { headers: ofCall }))).toEqual({
      accept: 'text/csv',
      'accept-language': 'en',
      'X-Request': '1',
      'Service-Version': '2021-06-01',
    })
  })

  it('changes neither request nor options', () => {
    const frozen = Object.freeze({ ...line, query: Object.freeze({ limit: 5 }), headers: Object.freeze({ A: '1' }) })
    const config = Object.freeze({ timeout: 7, headers: Object.freeze({ B: '2' }) })
    expect(toHttpRequest(connection, frozen, config).timeout).toBe(7)
  })

  it.each([
    'v2/rows',
    '.evil.example/v2/rows',
    '@evil.example/v2/rows',
    '/v2/../../x',
    '/v2/rows?limit=5',
    '/rows',
    '/v2/%zz',
  ])('refuses the path %p with a ConfigError', (path) => {
    expect(() => toHttpRequest(connection, { ...line, path })).toThrow(
      /path: expected a path that begins with '\/v2\/'/,
    )
  })
})
