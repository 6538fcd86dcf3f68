import { type Redacted, reveal } from '../../../lib/base/Redacted.js'
import { bridge2018 } from '../../../lib/service/bridge/bridge2018.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import type { ServiceInterface } from '../../../lib/service/profile/ServiceProfile.js'
import {
  type Ask,
  ask as askSandbox,
  type Authenticated,
  errorType,
  json,
  type PageBody,
  virtualSandbox,
} from './caller.js'

const profiles: Readonly<Record<string, ServiceInterface>> = { bridge2018, bridge2021 }

const credentials = { 'Client-Id': 'sandbox-client', 'Client-Secret': 'sandbox-secret' }
const inQuery = 'client_id=sandbox-client&client_secret=sandbox-secret'
const asJson = { 'Content-Type': 'application/json' }

/** A sandbox that plays a profile, and requests to it that are right but for what a spec says. */
const playing = (name: string) => {
  const profile = profiles[name] ?? bridge2021
  const sandbox = virtualSandbox({ profile })
  const [user] = sandbox.users
  if (user === undefined) throw new Error('there is no user')
  const version = { [profile.versionHeader]: profile.serviceVersion ?? '' }
  const isInQuery = profile.credentials === 'query'
  const right = { ...version, ...(isInQuery ? {} : credentials) }
  const ask = (method: Ask['method'], path: string, options: Omit<Ask, 'method'> = {}) => {
    const target = isInQuery ? `${path}${path.includes('?') ? '&' : '?'}${inQuery}` : path
    const { headers = {}, ...rest } = options
    return askSandbox(sandbox, target, { method: method ?? 'GET', headers: { ...right, ...headers }, ...rest })
  }
  const bare = (path: string, headers: Readonly<Record<string, string>>) => askSandbox(sandbox, path, { headers })
  const { email, password, uuid } = user
  const who = new URLSearchParams({ email, password }).toString()
  const authenticated = isInQuery
    ? ask('POST', `/v2/authenticate?${who}`)
    : ask('POST', '/v2/authenticate', { headers: asJson, body: JSON.stringify({ email, password }) })
  const { access_token: token, user: known } = json<Authenticated>(authenticated)
  return { sandbox, user, uuid, ask, bare, version, token, known }
}

describe('a sandbox that plays bridge2018', () => {
  it('takes credentials from the query alone', () => {
    const { bare, version } = playing('bridge2018')
    expect(bare(`/v2/users?${inQuery}`, version).status).toBe(200)
    expect(bare('/v2/users', { ...version, ...credentials }).status).toBe(401)
    expect(bare('/v2/users?client_id=sandbox-client', version).status).toBe(401)
    expect(bare('/v2/users?client_id=sandbox-client&client_secret=other', version).status).toBe(401)
    expect(bare('/v2/banks?client_id=sandbox-client', version).status).toBe(200)
    expect(bare('/v2/banks', version).status).toBe(401)
  })

  it('says of a token without the secret what is missing where', () => {
    const { bare, sandbox, version } = playing('bridge2018')
    const path = '/v2/authenticate?client_id=sandbox-client&email=a%40b&password=password'
    const answer = askSandbox(sandbox, path, { method: 'POST', headers: version })
    expect([answer.status, json(answer)]).toMatchObject([401, { message: 'client_secret is missing or wrong' }])
    const { message } = json<{ message: string }>(bare('/v2/banks?client_id=other', version))
    expect(message).toBe('client_id is missing or not known')
  })

  it('takes the first of parameters that come twice', () => {
    const { ask } = playing('bridge2018')
    const made = ask('POST', '/v2/users?email=jane%40doe.example&email=john%40doe.example&password=password')
    expect(json(made)).toMatchObject({ email: 'jane@doe.example' })
  })

  it('takes parameters from the query, and from no body', () => {
    const { ask, known, uuid, user } = playing('bridge2018')
    const { email } = user
    expect(known).toEqual({ uuid, resource_uri: `/v2/users/${uuid}`, resource_type: 'user', email })
    const body = JSON.stringify({ email: 'jane@doe.example', password: 'password' })
    expect(ask('POST', '/v2/users', { headers: asJson, body }).status).toBe(400)
    expect(ask('POST', '/v2/users?email=jane%40doe.example&password=password').status).toBe(201)
  })

  it('says where the status of a refresh is', () => {
    const { ask, token } = playing('bridge2018')
    const answer = ask('POST', '/v2/items/187000/refresh', { token })
    expect(answer).toMatchObject({ status: 202, body: '', headers: { location: '/v2/items/187000/refresh/status' } })
    expect(answer.headers).not.toHaveProperty('content-type')
  })

  it('keeps secrets and passwords of queries out of its journal', () => {
    const { ask, sandbox, user } = playing('bridge2018')
    ask('POST', '/v2/users?email=a%40b&pass%77ord=c4n4ry&%zz=1')
    const shown = JSON.stringify(sandbox.journal.entries())
    for (const secret of ['c4n4ry', 'sandbox-secret', user.password]) expect(shown).not.toContain(secret)
    expect(sandbox.journal.entries().at(-1)?.query).toBe(
      'email=a%40b&pass%77ord=<redacted>&%zz=1&client_id=sandbox-client&client_secret=<redacted>',
    )
  })

  it('has no links with credentials', () => {
    const { ask } = playing('bridge2018')
    const { pagination } = json<{ pagination: object }>(ask('GET', '/v2/banks?limit=5'))
    expect(JSON.stringify(pagination)).toContain('limit=5')
    expect(JSON.stringify(pagination)).not.toContain('client_')
  })
})

describe('a sandbox that plays bridge2021', () => {
  it('takes credentials from headers alone', () => {
    const { bare, version } = playing('bridge2021')
    expect(bare('/v2/users', { ...version, ...credentials }).status).toBe(200)
    expect(bare('/v2/users', { ...version, 'Client-Id': 'sandbox-client' }).status).toBe(401)
    expect(bare('/v2/banks', { ...version, 'Client-Id': 'sandbox-client' }).status).toBe(200)
    expect(bare('/v2/banks', { ...version, ...credentials }).status).toBe(200)
    expect(bare('/v2/banks?client_id=sandbox-client', version).status).toBe(401)
    expect(bare(`/v2/users?${inQuery}`, { ...version, ...credentials }).status).toBe(400)
  })

  it('takes parameters from a body of JSON', () => {
    const { ask } = playing('bridge2021')
    const body = JSON.stringify({ email: 'jane@doe.example', password: 'password' })
    expect(ask('POST', '/v2/users', { body }).status).toBe(415)
    expect(ask('POST', '/v2/users', { body: body.slice(1), headers: asJson }).status).toBe(422)
    expect(ask('POST', '/v2/users', { body: '[]', headers: asJson }).status).toBe(400)
    // The query is ignored, and a user of 2021 needs no parameters.
    expect(ask('POST', '/v2/users?email=jane%40doe.example&password=password').status).toBe(201)
    expect(ask('POST', '/v2/users', { body, headers: asJson }).status).toBe(201)
    const again = ask('POST', '/v2/users', { body, headers: asJson })
    expect([again.status, errorType(again)]).toEqual([409, 'conflict'])
  })

  it('does not say where the status of a refresh is', () => {
    const { ask, token } = playing('bridge2021')
    expect(ask('POST', '/v2/items/187000/refresh', { token }).headers).not.toHaveProperty('location')
  })
})

describe.each(Object.keys(profiles))('a sandbox that plays %s', (name) => {
  const isNewest = name === 'bridge2021'

  it('requests the version in the header of the deployment', () => {
    const { bare } = playing(name)
    const answer = bare(`/v2/banks?${inQuery}`, { ...credentials, 'Service-Version': '2021-06-01' })
    expect([answer.status, json(answer)]).toMatchObject([400, { message: /^B\w+-Version must be a date/ }])
  })

  it('tells operations of one path apart by their methods', () => {
    const { ask, sandbox, token, uuid } = playing(name)
    const routeOf = (method: Ask['method'], path: string) => {
      const { status } = ask(method, path, { token })
      return [sandbox.journal.entries().at(-1)?.route, status]
    }
    expect(routeOf('GET', '/v2/users')).toEqual(['users', 200])
    expect(routeOf('GET', '/v2/items/187000')).toEqual(['item', 200])
    expect(routeOf('DELETE', '/v2/items/187000')).toEqual(['deleteItem', 204])
    expect(routeOf('GET', `/v2/users/${uuid}`)).toEqual(['user', 200])
    expect(routeOf('DELETE', `/v2/users/${uuid}`)).toEqual(isNewest ? ['user', 405] : ['deleteUser', 400])
    expect(ask('PUT', '/v2/items/187001', { token })).toMatchObject({ status: 405, headers: { allow: 'DELETE, GET' } })
  })

  it('does what concerns users for the application, and what concerns items for their user', () => {
    const { ask, bare, version, uuid, token } = playing(name)
    for (const path of ['/v2/items/187000', '/v2/accounts/2341000/transactions']) {
      expect(ask('GET', path).status).toBe(401)
      expect(ask('GET', path, { token }).status).toBe(200)
    }
    expect(ask('POST', '/v2/items/187000/refresh').status).toBe(401)
    expect(ask('DELETE', '/v2/items/187000').status).toBe(401)
    expect(bare(`/v2/users/${uuid}`, version).status).toBe(401)
    expect(ask('GET', `/v2/users/${uuid.toUpperCase()}`).status).toBe(200)
    expect(ask('GET', '/v2/users/nobody').status).toBe(404)
    expect(ask('GET', '/v2/accounts/2341000x/transactions', { token }).status).toBe(404)
  })

  it('does not take what belongs to another user', () => {
    const { ask, token, sandbox } = playing(name)
    expect(ask('GET', '/v2/items/187002', { token }).status).toBe(404)
    expect(ask('DELETE', '/v2/items/187002', { token }).status).toBe(404)
    expect(ask('GET', '/v2/accounts/2341016/transactions/updated', { token }).status).toBe(404)
    expect(sandbox.users[1]?.itemIds).toHaveLength(2)
  })

  it('refuses a user who is not whole', () => {
    const { ask } = playing(name)
    const make = (fields: Readonly<Record<string, unknown>>) => {
      const query = new URLSearchParams(fields as Record<string, string>).toString()
      if (name === 'bridge2018') return ask('POST', `/v2/users?${query}`).status
      return ask('POST', '/v2/users', { headers: asJson, body: JSON.stringify(fields) }).status
    }
    const whole = { email: 'jane@doe.example', password: 'password' }
    expect(make({ ...whole, password: 'x'.repeat(73) })).toBe(400)
    expect(make({ email: whole.email })).toBe(400)
    expect(make({ password: whole.password })).toBe(400)
    expect(make({ ...whole, external_user_id: 'J' })).toBe(400)
    expect(make({ ...whole, email: 'jane@' })).toBe(400)
    if (name === 'bridge2018') return
    for (const wrong of [1, {}, ['a@b'], true]) expect(make({ ...whole, email: wrong })).toBe(400)
    expect(make({ external_user_id: 7 })).toBe(400)
    expect(make({ external_user_id: '' })).toBe(400)
    expect(make({ external_user_id: 'x'.repeat(256) })).toBe(400)
    expect(make({ external_user_id: 'J' })).toBe(isNewest ? 201 : 400)
    expect(make({})).toBe(isNewest ? 201 : 400)
  })

  it('forgets a user who is deleted', () => {
    const { ask, sandbox, token, user, uuid } = playing(name)
    const { password } = user
    const gone = isNewest
      ? ask('POST', `/v2/users/${uuid}/delete`, { headers: asJson, body: JSON.stringify({ password }) })
      : ask('DELETE', `/v2/users/${uuid}?${new URLSearchParams({ password }).toString()}`)
    expect([gone.status, gone.body]).toEqual([204, ''])
    expect(ask('GET', '/v2/items', { token }).status).toBe(401)
    expect(sandbox.users.map((left) => left.uuid)).not.toContain(uuid)
    expect(sandbox.journal.entries().map(({ userUuid }) => userUuid)).toContain(uuid)
    expect(() => {
      sandbox.refresh(187_000)
    }).toThrow(RangeError)
    expect(() => sandbox.insertTransactions(uuid, 1)).toThrow(RangeError)
  })
})

describe('users of a sandbox that plays bridge2021', () => {
  const { ask, sandbox } = playing('bridge2021')
  const make = (fields: object) => ask('POST', '/v2/users', { headers: asJson, body: JSON.stringify(fields) })

  it('are known by one id of the application alone', () => {
    expect(make({ external_user_id: 'A6J' }).status).toBe(409)
    expect(make({ external_user_id: 'A6K' }).status).toBe(201)
    expect(make({ external_user_id: 'A6K' }).status).toBe(409)
  })

  it('who have nothing are deleted with nothing', () => {
    const { uuid } = json<{ uuid: string }>(make({}))
    expect(sandbox.journal.entries().at(-1)?.userUuid).toBe(uuid)
    expect(ask('GET', `/v2/users/${uuid}`).body).toBe(JSON.stringify({ uuid, external_user_id: null }))
    expect(ask('POST', `/v2/users/${uuid}/delete`).status).toBe(204)
  })
})

describe('an account without transactions', () => {
  it('is known to have none, however many the others have', () => {
    const sandbox = virtualSandbox({ profile: bridge2021, transactions: 1_000_000_000 })
    const headers = { 'Bridge-Version': '2021-06-01', ...credentials }
    const body = '{"external_user_id":"A6J"}'
    const answer = askSandbox(sandbox, '/v2/authenticate', { method: 'POST', headers: { ...headers, ...asJson }, body })
    const { access_token: token } = json<Authenticated>(answer)
    for (const list of ['transactions', 'transactions/updated']) {
      const { resources } = json<PageBody>(askSandbox(sandbox, `/v2/accounts/2341001/${list}`, { headers, token }))
      expect(resources).toEqual([])
    }
  })
})

describe('operations of one path and method', () => {
  it('are told as one method', () => {
    const paths = { ...bridge2018.paths, bankFormEdit: bridge2018.paths.bankFormAdd }
    const sandbox = virtualSandbox({ profile: { ...bridge2018, paths } })
    const asked = { method: 'PUT', headers: { 'Bankin-Version': '2018-06-15' } } as const
    const { status, headers } = askSandbox(sandbox, `/v2/connect/items/add/url?${inQuery}`, asked)
    expect([status, headers.allow]).toEqual([405, 'GET'])
  })
})

describe('the bank form of a sandbox that plays bridge2021', () => {
  it('is requested by POST, with or without a body', () => {
    const { ask, token } = playing('bridge2021')
    const path = '/v2/connect/items/add'
    expect(ask('GET', path, { token }).status).toBe(405)
    expect(ask('POST', path, { token }).status).toBe(200)
    expect(ask('POST', path, { token, headers: asJson, body: '{}' }).status).toBe(200)
    const formOf = (fields: object) => ask('POST', path, { token, headers: asJson, body: JSON.stringify(fields) })
    expect(formOf({ redirect_url: 'https://app.example' }).body).toContain('redirect_url=https%3A%2F%2Fapp.example')
    for (const wrong of ['javascript:1', 'nowhere', 7, null, {}])
      expect(formOf({ redirect_url: wrong }).status).toBe(400)
    expect(ask('POST', path, { token, headers: asJson, body: '{' }).status).toBe(422)
  })
})

describe('the journal', () => {
  it('has bodies redacted', () => {
    const { sandbox } = playing('bridge2021')
    const body = sandbox.journal.entries()[0]?.body as Redacted<string>
    expect(JSON.parse(reveal(body))).toHaveProperty('password')
    expect(JSON.stringify(body)).toBe('"<redacted>"')
  })
})
