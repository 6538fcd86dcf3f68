import { isForeignHost, isForeignOrigin } from '../../../../lib/adapters/devtools/server/inspectorRoutes.js'

describe('isForeignHost', () => {
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
    expect(isForeignHost({ host }, 4000)).toBe(misled)
  })

  it('refuses a request without a host', () => {
    expect(isForeignHost({}, 4000)).toBe(true)
  })
})

describe('isForeignOrigin', () => {
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
    expect(isForeignOrigin({ host, ...headers })).toBe(foreign)
  })
})
