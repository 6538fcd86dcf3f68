import { proxyVariable } from '../../../lib/cli/doctor/diagnosisSettings.js'

describe('proxyVariable', () => {
  it.each([
    [{}, null],
    [{ HTTPS_PROXY: 'http://proxy' }, 'HTTPS_PROXY'],
    [{ https_proxy: 'http://proxy' }, 'https_proxy'],
    [{ HTTP_PROXY: 'http://proxy' }, null],
    [{ ALL_PROXY: 'http://proxy' }, 'ALL_PROXY'],
    [{ HTTPS_PROXY: '' }, null],
    [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: 'bank.example' }, null],
    [{ HTTPS_PROXY: 'http://proxy', no_proxy: 'localhost, .bank.example:443' }, null],
    [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: '*' }, null],
    [{ HTTPS_PROXY: 'http://proxy', NO_PROXY: 'other.example,nk.example' }, 'HTTPS_PROXY'],
  ])('of %j', (env, expected) => {
    expect(proxyVariable('https://api.bank.example', env)).toBe(expected)
  })

  it('is another one for http', () => {
    expect(proxyVariable('http://127.0.0.1:3210', { HTTP_PROXY: 'x', HTTPS_PROXY: 'y' })).toBe('HTTP_PROXY')
  })
})
