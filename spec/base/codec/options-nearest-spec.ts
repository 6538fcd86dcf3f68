import fc from 'fast-check'
import { nearest } from '../../../lib/base/codec/options.js'

const words = ['baseUrl', 'clientId', 'clientSecret', 'timeout', 'retry', 'http', 'keepAlive']

describe('nearest', () => {
  it.each([
    ['baseURL', 'baseUrl'],
    ['base_url', 'baseUrl'],
    ['clientID', 'clientId'],
    ['client_secret', 'clientSecret'],
    ['tiemout', 'timeout'],
    ['timeouts', 'timeout'],
    ['keepalive', 'keepAlive'],
    ['https', 'http'],
    ['rety', 'retry'],
    ['htpt', 'http'],
  ])('%s: somebody meant %s', (word, meant) => {
    expect(nearest(word, words)).toBe(meant)
  })

  it.each(['', 'x', 'apiKey', 'url', 'maxRetries', 'toString', '__proto__'])(
    '%s: nobody knows what was meant',
    (word) => {
      expect(nearest(word, words)).toBeUndefined()
    },
  )

  it('prefers the nearest of several', () => {
    expect(nearest('clientIds', ['clientSecret', 'clientIdea', 'clientId'])).toBe('clientId')
  })

  it('takes a word that is known for itself, be it empty', () => {
    for (const word of ['', 'http']) expect(nearest(word, ['https', '', 'http'])).toBe(word)
  })

  it('finds a known word behind any one slip', () => {
    const slip = fc.record({
      word: fc.constantFrom('baseUrl', 'clientSecret', 'timeout'),
      at: fc.nat(6),
      to: fc.string(),
    })
    fc.assert(
      fc.property(slip, ({ word, at, to }) => {
        const misspelt = `${word.slice(0, at)}${to.charAt(0)}${word.slice(at + 1)}`
        expect(nearest(misspelt, words)).toBe(word)
      }),
    )
  })

  it('does not measure what is far too long: a key of ten megabytes costs nothing', () => {
    const lower = jest.spyOn(String.prototype, 'toLowerCase')
    expect(nearest('x'.repeat(10_000_000), words)).toBeUndefined()
    expect(lower).not.toHaveBeenCalled()
    lower.mockRestore()
  })
})
