import { of } from 'rxjs'
import { type HttpRequest, wireHeaders, wireUrl } from '../../../lib/http/HttpRequest.js'
import { addClientId } from '../../../lib/http/policies/addCredentials.js'
import type { Access } from '../../../lib/service/api/Request.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'

const asked = (access: Access, credentials: 'headers' | 'query') => {
  const sent: Array<HttpRequest> = []
  const errors: Array<unknown> = []
  addClientId('id', { credentials })((request) => {
    sent.push(request)
    return of(json({}))
  })(httpRequest({ access, headers: {} })).subscribe({ error: (error: unknown) => errors.push(error) })
  return { wire: sent.map((request) => [wireHeaders(request), wireUrl(request)]), errors }
}

const url = 'https://bank.example/v2/stocks'

describe('addClientId', () => {
  it.each<[Access, 'headers' | 'query', object, string]>([
    ['public', 'headers', { 'Client-Id': 'id' }, url],
    ['user', 'headers', { 'Client-Id': 'id' }, url],
    ['public', 'query', {}, `${url}?client_id=id`],
    ['user', 'query', {}, `${url}?client_id=id`],
  ])('adds the id alone to a %s request, in the %s', (access, placement, headers, wire) => {
    expect(asked(access, placement)).toEqual({ wire: [[headers, wire]], errors: [] })
  })

  it.each(['headers', 'query'] as const)(
    'sends no request of the application, with credentials in the %s',
    (placement) => {
      const expected = expect.stringContaining('which stocks.list needs')
      expect(asked('application', placement)).toMatchObject({
        wire: [],
        errors: [{ _tag: 'ConfigError', issues: [{ path: '/clientSecret', expected }] }],
      })
    },
  )
})
