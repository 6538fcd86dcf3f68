import { Agent, type ClientRequestArgs, request } from 'node:http'
import fc from 'fast-check'
import platformUrl from '../../../lib/http/transport/platformUrl.js'

const { format, parse, URL } = platformUrl

/** Connects nowhere. */
const agent = Object.assign(new Agent(), { addRequest: () => undefined })

describe('platformUrl', () => {
  it.each([
    ['http://127.0.0.1:8080/v3/items?limit=2', { hostname: '127.0.0.1', port: 8080, path: '/v3/items?limit=2' }],
    ['http://[::1]:9/a', { hostname: '::1', port: 9, path: '/a' }],
    ['http://bank.example', { hostname: 'bank.example', path: '/' }],
    ['http://user:p%40ss@bank.example/', { hostname: 'bank.example', path: '/', auth: 'user:p@ss' }],
    ['http://münchen.example/ä?b=ö', { hostname: 'xn--mnchen-3ya.example', path: '/%C3%A4?b=%C3%B6' }],
  ])('parses %s to options of http.request', (url, options) => {
    expect({ ...parse(url) }).toMatchObject({ protocol: 'http:', ...options })
  })

  it.each(['', '/v3/items', 'bank.example', 'http://'])('refuses %j, which is no absolute URL', (url) => {
    expect(() => parse(url)).toThrow('Invalid URL')
  })

  it('keeps every URL as the platform writes it, in the request and in its text', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, validSchemes: ['http'] }), (text) => {
        const url = new URL(text)
        const sent = request({ ...parse(url.href), agent })
        expect(sent.path).toBe(`${url.pathname}${url.search}`)
        expect(sent.getHeader('host')).toBe(url.host)
        expect(format(parse(url.href) as ClientRequestArgs & { readonly href: string })).toBe(url.href)
      }),
    )
  })
})
