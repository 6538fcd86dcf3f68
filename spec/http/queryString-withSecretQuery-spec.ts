import { inspect } from 'node:util'
import fc from 'fast-check'
import { wireUrl } from '../../lib/http/HttpRequest.js'
import { withSecretQuery } from '../../lib/http/queryString.js'
import { httpRequest } from '../helpers/httpRequest.js'

const url = 'https://bank.example/v2/users'
const parameters = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), {
  noNullPrototype: true,
})

describe('withSecretQuery', () => {
  it('adds what every server reads as it was given, by either way to write a space', () => {
    fc.assert(
      fc.property(parameters, (given) => {
        const wire = wireUrl(withSecretQuery(httpRequest({ url }), given))
        expect(Object.fromEntries(new URL(wire).searchParams)).toEqual(given)
        const pairs = wire
          .slice(url.length + 1)
          .split('&')
          .filter((pair) => pair !== '')
        expect(Object.fromEntries(pairs.map((pair) => pair.split('=').map(decodeURIComponent)))).toEqual(given)
      }),
    )
  })

  it('adds to what the address and the request have already', () => {
    const request = withSecretQuery(httpRequest({ url: `${url}?after=a+b` }), { email: 'joe@example.com' })
    expect(wireUrl(withSecretQuery(request, { client_id: 'id' }))).toBe(
      `${url}?after=a+b&email=joe%40example.com&client_id=id`,
    )
  })

  it('changes nothing if there is nothing to add', () => {
    const request = httpRequest({ url })
    expect(withSecretQuery(request, {})).toBe(request)
  })

  it('takes a text that no address can carry', () => {
    expect(wireUrl(withSecretQuery(httpRequest({ url }), { password: '\ud800' }))).toBe(`${url}?password=%EF%BF%BD`)
  })

  it('shows nothing of it, however the request is printed', () => {
    const request = withSecretQuery(httpRequest({ url }), { password: 'c4n4ry' })
    const shown = [inspect(request, { depth: 9, showHidden: true }), JSON.stringify(request), Object.values(request)]
    expect(shown.join('\n')).not.toContain('c4n4ry')
    expect(request.url).toBe(url)
  })
})
