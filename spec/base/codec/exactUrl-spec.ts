import fc from 'fast-check'
import { exactUrl, isAltered } from '../../../lib/base/codec/exactUrl.js'

describe('urlOf', () => {
  it.each([
    'https://app.example/a?b=c#d',
    'https://bücher.example/ü',
    'com.example.app:/connected',
    'http://[::1]:80',
    'https://app.example/%0d%0a',
  ])('is the URL of %s', (text) => {
    expect(exactUrl(text)?.href).toBe(new URL(text).href)
  })

  it.each([
    '\r',
    '\n',
    '\t',
    '\0',
    ' ',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u2028',
    '\ufeff',
    '\\',
    '\udc00',
  ])('refuses %j, wherever it is, which URL takes for something else', (odd) => {
    for (const text of [
      `${odd}https://a.example`,
      `ht${odd}tps://a.example`,
      `https://a.example/${odd}b`,
      `https://a.example/${odd}`,
    ])
      expect(exactUrl(text)).toBe(undefined)
  })

  it.each([
    'https:x.example',
    'https:/x.example',
    'https:///x.example',
    'HTTPS:x.example',
    'http:127.0.0.1',
    'https:',
    'https://ada@a.example',
    'https://ada:pa55@a.example',
    'https://:pa55@a.example',
    '',
    'x',
    '/x',
    7,
    null,
    {},
  ])('refuses %j', (text) => {
    expect(exactUrl(text)).toBe(undefined)
  })

  it('resolves a path against a base, with the same rule for the path', () => {
    expect(exactUrl('/api', 'https://a.example')?.href).toBe('https://a.example/api')
    expect(exactUrl('/a\npi', 'https://a.example')).toBe(undefined)
    expect(exactUrl('https:api', 'https://a.example')).toBe(undefined)
  })

  it('has nothing in what it gives that could end a line, whatever it is given', () => {
    const text = fc.string({
      unit: fc.constantFrom('https://a.example', '/', '\r', '\n', '\t', '@', ':', '?', 'é', '\\'),
    })
    fc.assert(
      fc.property(text, (given) => {
        const url = exactUrl(given)
        if (url !== undefined) expect([isAltered(given), /[\r\n\t\\]/.test(given)]).toEqual([false, false])
      }),
    )
  })
})
