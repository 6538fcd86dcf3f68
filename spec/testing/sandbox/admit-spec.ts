import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { application, ask, errorType, json, tokenOf, version, virtualSandbox } from './caller.js'

const sandbox = virtualSandbox()
const id = { 'Client-Id': 'sandbox-client' }
const secret = { 'Client-Secret': 'sandbox-secret' }

describe('admit', () => {
  it.each([
    ['missing', id],
    ['not a date', { ...id, 'Service-Version': 'latest' }],
    ['a day that is not', { ...id, 'Service-Version': '2021-02-30' }],
  ])('refuses a version header that is %s, with the headers of security', (_, headers) => {
    const answer = ask(sandbox, '/v2/banks', { headers })
    expect([answer.status, answer.headers['x-frame-options']]).toStrictEqual([400, 'DENY'])
  })

  it('takes the name of the version header from the profile', () => {
    const other = virtualSandbox({ profile: { ...documentedProfile, versionHeader: 'Bank-Version' } })
    expect(ask(other, '/v2/banks', { headers: { ...id, ...version } }).status).toBe(400)
    expect(ask(other, '/v2/banks', { headers: { ...id, 'Bank-Version': '2021-06-01' } }).status).toBe(200)
  })

  it.each(['/v2/banks', '/v2/categories'])('asks only for the id of the application at %s', (path) => {
    expect(ask(sandbox, path, { headers: { ...version, ...id } }).status).toBe(200)
    expect(ask(sandbox, path, { headers: version }).status).toBe(401)
    expect(ask(sandbox, path, { headers: { ...version, 'Client-Id': 'other' } }).status).toBe(401)
  })

  it.each(['/v2/users', '/v2/items'])('requests the secret of the application at %s', (path) => {
    const token = tokenOf(sandbox)
    expect(ask(sandbox, path, { headers: { ...version, ...id }, token }).status).toBe(401)
    expect(ask(sandbox, path, { headers: { ...version, ...id, 'Client-Secret': 'x' }, token }).status).toBe(401)
    expect(ask(sandbox, path, { headers: { ...version, ...secret }, token }).status).toBe(401)
    expect(ask(sandbox, path, { headers: { ...version, ...id, ...secret }, token }).status).toBe(200)
  })

  it('does not require the secret besides the token if the profile has `userSecret: false`', () => {
    const other = virtualSandbox({ profile: { ...documentedProfile, userSecret: false } })
    const token = tokenOf(other)
    expect(ask(other, '/v2/items', { headers: { ...version, ...id }, token }).status).toBe(200)
    expect(ask(other, '/v2/items', { headers: { ...version, ...id } }).status).toBe(401)
    expect(ask(other, '/v2/users', { headers: { ...version, ...id }, token }).status).toBe(401)
  })

  it.each([
    [{}, 401],
    [{ userSecret: false }, 200],
  ])("requires a token for a user's items if the profile says so, and with %p the secret: %d", (options, status) => {
    const other = virtualSandbox({ profile: { ...documentedProfile, ...options, userItemsAccess: 'user' } })
    const path = `/v2/users/${other.users[0]?.uuid ?? ''}/items`
    expect(ask(other, path, { headers: { ...version, ...id, ...secret } }).status).toBe(401)
    expect(ask(other, path, { headers: { ...version, ...id }, token: tokenOf(other) }).status).toBe(status)
    expect(ask(other, path, { headers: { ...version, ...id, ...secret }, token: tokenOf(other) }).status).toBe(200)
  })

  it('serves users with the credentials of the application, with or without a token', () => {
    const [user] = sandbox.users
    for (const path of ['/v2/users', `/v2/users/${user?.uuid ?? ''}/items`]) {
      expect(ask(sandbox, path).status).toBe(200)
      expect(ask(sandbox, path, { token: tokenOf(sandbox) }).body).toBe(ask(sandbox, path).body)
    }
  })

  it.each([undefined, 'unknown', ''])('refuses the bearer token %p', (token) => {
    for (const path of [
      'items',
      'accounts',
      'transactions',
      'stocks',
      'stocks/updated',
      'items/187000/refresh/status',
    ]) {
      const answer = ask(sandbox, `/v2/${path}`, token === undefined ? {} : { token })
      expect([answer.status, errorType(answer)]).toStrictEqual([401, 'unauthorized'])
    }
  })

  it('refuses a scheme other than bearer, and takes the scheme in any case', () => {
    const token = tokenOf(sandbox)
    const status = (authorization: string) =>
      ask(sandbox, '/v2/items', { headers: { ...application(sandbox), Authorization: authorization } }).status
    expect([`Bearer ${token}`, `bearer ${token}`, `Basic ${token}`, token].map(status)).toStrictEqual([
      200, 200, 401, 401,
    ])
  })

  it.each([
    '/',
    '/v2',
    '/v2/',
    '/v3/banks',
    '/v2/banks/7',
    '/v2/items/1/refresh',
    '/v2/nothing',
    '/v2/%zz',
    '/v2/users/%zz/items',
  ])('has nothing at %s', (path) => {
    const answer = ask(sandbox, path)
    expect([answer.status, errorType(answer)]).toStrictEqual([404, 'not_found'])
  })

  it('has nothing if the profile names no path', () => {
    const profile = { ...documentedProfile, paths: { ...documentedProfile.paths, banks: null, stocks: '/v2/shares' } }
    const other = virtualSandbox({ profile })
    expect(ask(other, '/v2/banks').status).toBe(404)
    expect(ask(other, '/v2/stocks', { token: tokenOf(other) }).status).toBe(404)
    expect(ask(other, '/v2/shares', { token: tokenOf(other) }).status).toBe(200)
  })

  it('answers 405 and the method that a path takes', () => {
    const answers = [
      ask(sandbox, '/v2/banks', { method: 'POST' }),
      ask(sandbox, '/v2/authenticate'),
      ask(sandbox, `/v2/users/${sandbox.users[0]?.uuid ?? ''}/password`, { method: 'DELETE' }),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.allow])).toStrictEqual([
      [405, 'GET'],
      [405, 'POST'],
      [405, 'PUT'],
    ])
  })

  it('has the body of an error', () => {
    expect(json(ask(sandbox, '/v2/nothing'))).toStrictEqual({
      type: 'not_found',
      message: expect.any(String),
      documentation_url: expect.stringMatching(/^https:/),
    })
  })
})
