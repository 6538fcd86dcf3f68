import { isForeign, isMisled } from '../../../../lib/adapters/devtools/server/isForeign.js'

describe('isMisled', () => {
  it.each([
    ['127.0.0.1:4000', false],
    ['localhost:4000', false],
    ['127.0.0.1:4001', true],
    ['127.0.0.1', true],
    ['evil.example:4000', true],
    ['127.0.0.1.evil.example:4000', true],
    ['evil.localhost:4000', true],
    ['', true],
  ])('%s: %s', (host, misled) => {
    expect(isMisled({ host }, 4000)).toBe(misled)
  })

  it('refuses a request without a host', () => {
    expect(isMisled({}, 4000)).toBe(true)
  })
})

describe('isForeign', () => {
  const host = '127.0.0.1:4000'

  it.each([
    [{}, false],
    [{ origin: 'http://127.0.0.1:4000' }, false],
    [{ origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: 'http://localhost:4000' }, true],
    [{ origin: 'http://127.0.0.1:4001' }, true],
    [{ origin: 'https://127.0.0.1:4000' }, true],
    [{ origin: 'null' }, true],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
  ])('%j: %s', (headers, foreign) => {
    expect(isForeign({ host, ...headers })).toBe(foreign)
  })
})
