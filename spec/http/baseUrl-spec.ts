import fc from 'fast-check'
import { left, right } from 'fp-ts/lib/Either.js'
import { baseUrl, pathUrl, resolveLink } from '../../lib/http/baseUrl.js'
import { character } from '../helpers/text.js'

const roots = ['/v2']
const root = { origin: 'https://bank.example', prefix: '', roots }
const gateway = { origin: 'https://bank.example', prefix: '/gate/way', roots }
const twoRoots = { ...gateway, roots: ['/v3/aggregation', '/v3/providers'] }
const asked = 'https://bank.example/v2/rows?limit=5'
const askedBehind = 'https://bank.example/gate/way/v2/rows?limit=5'

describe('baseUrl', () => {
  it.each([
    ['https://bank.example', 'https://bank.example', ''],
    ['https://bank.example/', 'https://bank.example', ''],
    ['https://bank.example:443', 'https://bank.example', ''],
    ['https://bank.example:8443/gate/way/', 'https://bank.example:8443', '/gate/way'],
    ['HTTPS://Bank.Example/Gate', 'https://bank.example', '/Gate'],
    ['https://bank.example/a/../b', 'https://bank.example', '/b'],
    ['https://bank.example/v2x', 'https://bank.example', '/v2x'],
    ['http://localhost:3000', 'http://localhost:3000', ''],
    ['http://api.localhost', 'http://api.localhost', ''],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080', '/x'],
    ['http://127.1', 'http://127.0.0.1', ''],
    ['http://[::1]:8080', 'http://[::1]:8080', ''],
  ])('takes %s', (text, origin, prefix) => {
    expect(baseUrl(text, roots)).toEqual({ origin, prefix, roots })
  })

  it.each([
    '',
    'bank.example',
    '/v2',
    'http://bank.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://128.0.0.1',
    'http://0.0.0.0',
    'ftp://bank.example',
    'file:///',
    'https://bank.example/\r\n',
    'https://bank\t.example',
    ' https://bank.example',
    'https:\\\\bank.example',
    'https://bank.example/a\u200bb',
    'https://user:pw@bank.example',
    'https://user@bank.example',
    'https://bank.example?key=1',
    'https://bank.example#top',
    'https://bank.example/v2',
    'https://bank.example/gate/v2/',
  ])('refuses %p', (text) => {
    expect(baseUrl(text, roots)).toBeUndefined()
  })
})

describe('pathUrl', () => {
  it.each([
    [root, '/v2/rows', 'https://bank.example/v2/rows'],
    [gateway, '/v2/rows/7/a%2Fb', 'https://bank.example/gate/way/v2/rows/7/a%2Fb'],
    [gateway, '/v2/%c3%A9/100%25', 'https://bank.example/gate/way/v2/%c3%A9/100%25'],
    [twoRoots, '/v3/aggregation/rows', 'https://bank.example/gate/way/v3/aggregation/rows'],
    [twoRoots, '/v3/providers/%c3%A9', 'https://bank.example/gate/way/v3/providers/%c3%A9'],
  ])('joins %j and %s', (base, path, url) => {
    expect(pathUrl(base, path)).toBe(url)
  })

  it.each([
    '',
    'v2/rows',
    '/rows',
    '/v2',
    '@evil.example/v2/rows',
    '.evil.example/v2/rows',
    ':8443/v2/rows',
    '//evil.example/v2/rows',
    '/v2/../rows',
    '/v2/../../../rows',
    '/v2/%2e%2e/rows',
    '/v2/..\\rows',
    '/v2/rows?limit=5',
    '/v2/rows#top',
    '/v2/ro ws',
    '/v2/ro\tws',
    '/v2/rows\n',
    '/v2/é',
    '/v2/%',
    '/v2/%zz',
    '/v2/%4',
    '/v2/rows/%2',
    '/v2/%%41',
    '/v2/%u0041',
  ])('refuses the path %p', (path) => {
    expect([pathUrl(root, path), pathUrl(gateway, path)]).toEqual([undefined, undefined])
  })
})

describe('resolveLink', () => {
  const askedOfOne = 'https://bank.example/gate/way/v3/aggregation/rows?limit=5'

  it.each([
    ['/v3/aggregation/rows?after=2', '/v3/aggregation/rows?after=2'],
    ['/v3/providers/rows', '/v3/providers/rows'],
    ['/gate/way/v3/providers/rows', '/v3/providers/rows'],
    ['../providers/rows', '/v3/providers/rows'],
    ['?after=2', '/v3/aggregation/rows?after=2'],
  ])('leads from one root of a service to any of them: %s', (link, path) => {
    expect(resolveLink(twoRoots, askedOfOne, link)).toEqual(right(`https://bank.example/gate/way${path}`))
  })

  it.each(['/v2/rows', '/v3/rows', '/v3/aggregation', '/v3/aggregations/rows', '../../users', '/gate/way/v3/x'])(
    'does not let %p out of the roots',
    (link) => {
      expect(resolveLink(twoRoots, askedOfOne, link)).toEqual(left('foreign-address'))
    },
  )

  it.each([
    [root, asked, '/v2/rows?after=2', 'https://bank.example/v2/rows?after=2'],
    [root, asked, '?after=2', 'https://bank.example/v2/rows?after=2'],
    [root, asked, 'more?after=2#here?no', 'https://bank.example/v2/more?after=2'],
    [root, asked, '/v2/rows#?after=2', 'https://bank.example/v2/rows'],
    [root, asked, '/v2/rows?', 'https://bank.example/v2/rows?'],
    [root, asked, '/v2/rows??a=?', 'https://bank.example/v2/rows??a=?'],
    [root, asked, '/v2/é/x?a=é', 'https://bank.example/v2/%C3%A9/x?a=%C3%A9'],
    [root, asked, '/v2/rows?a=\u2028b', 'https://bank.example/v2/rows?a=%E2%80%A8b'],
    [root, asked, '/v2/rows?a=\ud800', 'https://bank.example/v2/rows?a=%EF%BF%BD'],
    [gateway, askedBehind, '/v2/rows?after=2', 'https://bank.example/gate/way/v2/rows?after=2'],
    [gateway, askedBehind, '/gate/way/v2/rows?after=2', 'https://bank.example/gate/way/v2/rows?after=2'],
    [{ ...root, prefix: '/v2/old' }, asked, '/v2/old/v2/x', 'https://bank.example/v2/old/v2/x'],
    [{ ...root, prefix: '//a' }, asked, '/v2/x', 'https://bank.example//a/v2/x'],
  ])('under %j, from %s, %p means %s', (base, from, link, url) => {
    expect(resolveLink(base, from, link)).toEqual(right(url))
  })

  it.each([
    '/gate/wayward',
    '/gate/way/../x',
    '/gate/way?after=2',
    '/gate/',
    '/',
    '/x?/gate/way/',
    '/gate/way/..%2F..%2fadmin',
    '/gate/way/%5c',
    '/gate/way/..;/x',
    'https://bank.example?/gate/way/',
  ])('does not let %p out of the prefix', (link) => {
    expect(resolveLink(gateway, askedBehind, link)).toEqual(left('foreign-address'))
  })

  const pieces = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2e',
      '%2F',
      'v2',
      'gate',
      'way',
      'evil.example',
      'bank.example',
      '@',
      ':',
      'https:',
    ],
    ...[
      'http:',
      'javascript:',
      '?',
      '#',
      '&',
      '=',
      '+',
      '%20',
      ' ',
      '\t',
      '\n',
      '\r',
      '\0',
      'é',
      '€',
      '\u2028',
      '[',
      ']',
    ],
    ...['user', ':8443', ':443', '；', '。', '％', '\ufeff', '\u00ad'],
  )
  const links = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: character }),
  )

  it.each([
    ['?client_id=id&client_secret=s3cr3t&after=2', '?after=2'],
    ['?after=2&client_id=id&client_secret=s3cr3t', '?after=2'],
    ['?limit=5&client_secret=s3cr3t&after=2&client_id=id&client_id=', '?limit=5&after=2'],
    ['?client_id=id&client_secret=s3cr3t#here', ''],
    ['?client_secret=é&after=é', '?after=%C3%A9'],
    ['?my_client_id=1&client_ids=2&after=client_id=3', '?my_client_id=1&client_ids=2&after=client_id=3'],
  ])('leaves out of %s the credentials that the service repeats', (query, kept) => {
    expect(resolveLink(root, asked, `/v2/rows${query}`)).toEqual(right(`https://bank.example/v2/rows${kept}`))
  })

  it.each([
    ['?client%5Fid=id&%63lient_secret=s3cr3t&after=2', '?after=2'],
    ['?client_id&after=%63lient_id', '?after=%63lient_id'],
    ['?after=%zz&client_id=id&%zz=1', '?after=%zz&%zz=1'],
  ])('leaves them out of %s however they are written', (query, kept) => {
    expect(resolveLink(root, asked, `/v2/rows${query}`)).toEqual(right(`https://bank.example/v2/rows${kept}`))
  })

  it.each([
    ['', '?client_id=my+id'],
    ['?', '?client_id=my+id'],
    ['?after=a+b%20c&&x', '?after=a+b%20c&&x&client_id=my+id'],
    ['?client_id=other&after=2&client%5fid=other', '?after=2&client_id=my+id'],
    ['?after=é', '?after=%C3%A9&client_id=my+id'],
    ['?client_secret=s3cr3t', '?client_id=my+id'],
  ])('adds to %j what every URL has, once', (query, sent) => {
    const resolved = resolveLink(root, asked, `/v2/rows${query}`, { client_id: 'my id' })
    expect(resolved).toEqual(right(`https://bank.example/v2/rows${sent}`))
  })

  it('never leaves origin or prefix, whatever the link is made of', () => {
    fc.assert(
      fc.property(links, fc.constantFrom(root, gateway), (link, base) => {
        const from = `${base.origin}${base.prefix}/v2/rows?limit=5`
        const resolved = resolveLink(base, from, link)
        if (resolved._tag === 'Left') return
        const url = new URL(resolved.right)
        expect(url.origin).toBe(base.origin)
        expect([url.username, url.password, url.hash]).toEqual(['', '', ''])
        expect(`${url.pathname}/`.startsWith(`${base.prefix}/`)).toBe(true)
        expect(resolved.right).toMatch(/^[!-~]+$/)
      }),
      { numRuns: 5_000 },
    )
  })

  it('keeps every query of printable characters as it is', () => {
    const query = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })
    fc.assert(
      fc.property(query, fc.constantFrom(root, gateway), (text, base) => {
        const kept = text.replace(/#/g, '')
        const from = `${base.origin}${base.prefix}/v2/rows`
        expect(resolveLink(base, from, `/v2/rows?${kept}`)).toEqual(right(`${from}?${kept}`))
      }),
    )
  })
})
