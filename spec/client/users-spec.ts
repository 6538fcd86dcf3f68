import { none, some } from 'fp-ts/lib/Option.js'
import { lastValueFrom, of, toArray } from 'rxjs'
import { reveal } from '../../lib/base/Redacted.js'
import { createClient } from '../../lib/client/createClient.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { bridge2021 } from '../../lib/service/bridge/bridge2021.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { json, token } from '../helpers/responses.js'
import { scripted } from '../helpers/scripted.js'
import { hour } from '../helpers/tokens.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const row = { uuid, external_user_id: 'A6J' }
const deleted: HttpResponse = { status: 204, headers: {}, body: '' }
const profile = { ...documentedProfile, paths: bridge2021.paths, methods: { deleteUser: 'POST' as const } }

const bodyOf = ({ body }: HttpRequest): unknown =>
  body._tag === 'Some' ? (JSON.parse(reveal(body.value)) as unknown) : undefined

/** The users of a service that answers so, and what it was asked. */
const withUsers = (answer: HttpResponse, config: object = {}) => {
  const requests: Array<HttpRequest> = []
  const { client, clock } = scripted(
    (request) => {
      requests.push(request)
      return request.url.endsWith('/authenticate') ? token('t', clock.wall() + hour) : answer
    },
    { profile, ...config },
  )
  const lines = () => requests.map((request) => [request.method, new URL(request.url).pathname, bodyOf(request)])
  return { client, clock, requests, lines }
}

const failureOf = (stream: { subscribe: (observer: object) => unknown }): unknown => {
  const errors: Array<unknown> = []
  stream.subscribe({ error: (error: unknown) => errors.push(error) })
  return errors[0]
}

describe('users.create', () => {
  it.each<[object | undefined, object]>([
    [undefined, {}],
    [{}, {}],
    [{ externalUserId: undefined }, {}],
    [{ externalUserId: 'A6J' }, { external_user_id: 'A6J' }],
    [
      { email: 'joe@example.com', password: 'p w' },
      { email: 'joe@example.com', password: 'p w' },
    ],
  ])('creates %j, and emits the user once', async (user, body) => {
    const { client, lines } = withUsers(json(row, 201))
    expect(await lastValueFrom(client.users.create(user as object).pipe(toArray()))).toEqual([row])
    expect(lines()).toEqual([['POST', '/v2/users', body]])
  })

  it.each<[unknown, string]>([
    [{ email: 'joe@example.com' }, '/password'],
    [{ password: 'pass' }, '/email'],
    [{ email: '', password: 'pass' }, '/email'],
    [{ externalUserId: '' }, '/externalUserId'],
    [{ externalUserId: 'A6J', email: 'joe@example.com', password: 'pass' }, '/externalUserId'],
    [{ userUuid: uuid }, '/userUuid'],
    [null, ''],
    ['A6J', ''],
  ])('refuses %j by a ConfigError about %p, and sends nothing', (user, path) => {
    const { client, requests } = withUsers(json(row, 201))
    expect(failureOf(client.users.create(user as never))).toMatchObject({ _tag: 'ConfigError', issues: [{ path }] })
    expect(requests).toEqual([])
  })

  it.each([409, 500, 503])('sends it once, whatever comes of it, such as %d', (status) => {
    const { client, clock, requests } = withUsers(json({ type: 'conflict', message: 'A6J exists' }, status))
    const error = failureOf(client.users.create({ externalUserId: 'A6J' }))
    clock.advance(600_000)
    expect(error).toMatchObject({ _tag: 'StatusError', operation: 'users.create', status, type: some('conflict') })
    expect(requests).toHaveLength(1)
  })

  it('refuses an answer that is no user', () => {
    const { client } = withUsers(json({ id: 1 }, 201))
    expect(failureOf(client.users.create())).toMatchObject({ _tag: 'DecodeError', issues: [{ path: '/uuid' }] })
  })
})

describe('users.get', () => {
  it('requests one user', async () => {
    const { client, lines } = withUsers(json(row))
    expect(await lastValueFrom(client.users.get(uuid))).toEqual(row)
    expect(lines()).toEqual([['GET', `/v2/users/${uuid}`, undefined]])
  })

  it('refuses what is no uuid, and sends nothing', () => {
    const { client, requests } = withUsers(json(row))
    for (const ask of [client.users.get, client.users.delete])
      expect(failureOf(ask('../x'))).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/userUuid' }] })
    expect(requests).toEqual([])
  })
})

describe('users.delete', () => {
  it.each<[object | undefined, object]>([
    [undefined, {}],
    [{ password: 'pass' }, { password: 'pass' }],
  ])('with %j asks the service to, and takes an empty answer for done', async (proof, body) => {
    const { client, lines } = withUsers(deleted)
    expect(await lastValueFrom(client.users.delete(uuid, proof).pipe(toArray()))).toEqual([undefined])
    expect(lines()).toEqual([['POST', `/v2/users/${uuid}/delete`, body]])
  })

  it('takes a body that nobody wants for done, too', async () => {
    const deletion$ = withUsers(json({ ok: true })).client.users.delete(uuid)
    expect(await lastValueFrom(deletion$.pipe(toArray()))).toEqual([undefined])
  })

  it.each<[object, string]>([
    [{ password: '' }, '/password'],
    [{ pasword: 'x' }, '/pasword'],
  ])('refuses %j by a ConfigError about %s', (proof, path) => {
    const { client, requests } = withUsers(deleted)
    expect(failureOf(client.users.delete(uuid, proof))).toMatchObject({ _tag: 'ConfigError', issues: [{ path }] })
    expect(requests).toEqual([])
  })

  it.each([404, 500])('is sent once: %d is an error', (status) => {
    const { client, clock, requests } = withUsers(json({}, status))
    const error = failureOf(client.users.delete(uuid))
    clock.advance(600_000)
    expect(error).toMatchObject({ _tag: 'StatusError', operation: 'users.delete', status })
    expect(requests).toHaveLength(1)
  })

  const other = '73a9a664-66b9-41a3-8f93-e404036f7c2e'

  /** How often the service is asked for tokens of users who were asked for before, when one was deleted. */
  const renewals = (gone: string, status = 204) => {
    const { client, clock, lines } = withUsers({ status, headers: {}, body: '{"resources":[]}' })
    const users = [{ userUuid: uuid }, { externalUserId: 'A6J' }, { email: 'joe@example.com', password: 'pass' }]
    const ask = () => {
      for (const user of users)
        client
          .user(user)
          .items.pages()
          .subscribe({ error: () => undefined })
    }
    ask()
    client.users.delete(gone).subscribe({ error: () => undefined })
    ask()
    expect(clock.monotonic()).toBe(0)
    return lines().filter(([, path]) => path === '/v2/authenticate').length - users.length
  }

  it('forgets the tokens of that user, by whatever identity they were asked for', () => {
    expect(renewals(uuid)).toBe(3)
    expect(renewals(uuid.toUpperCase())).toBe(3)
  })

  it('forgets no tokens of others, and none if the service did not do it', () => {
    expect(renewals(other)).toBe(0)
    expect(renewals(uuid, 403)).toBe(0)
  })

  it('ends a token$ that is subscribed to, with what the service says then', () => {
    let isGone = false
    const { client, clock } = scripted(
      ({ url }) => {
        if (!url.endsWith('/authenticate')) {
          isGone = true
          return deleted
        }
        return isGone ? json({ type: 'unknown_user' }, 401) : token('t', clock.wall() + hour)
      },
      { profile },
    )
    const seen: Array<string> = []
    const { token$ } = client.user({ userUuid: uuid })
    token$.subscribe({ next: () => seen.push('token'), error: ({ _tag }: { _tag: string }) => seen.push(_tag) })
    client.users.delete(uuid).subscribe()
    clock.advance(60_000)
    expect(seen).toEqual(['token', 'AuthenticationError'])
  })
})

describe('what a profile has no path for', () => {
  it.each([
    ['createUser', 'create'],
    ['user', 'get'],
    ['deleteUser', 'delete'],
  ] as const)('is an UnspecifiedOperation: %s for users.%s', (key, name) => {
    const { client, requests } = withUsers(json(row), { profile: documentedProfile })
    const stream = name === 'create' ? client.users.create() : client.users[name](uuid)
    expect(failureOf(stream)).toMatchObject({ _tag: 'UnspecifiedOperation', key: `paths.${key}` })
    expect(requests).toEqual([])
  })
})

describe('without clientSecret', () => {
  it('users are neither created nor deleted nor asked for', () => {
    const { users } = createClient({
      profile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      http: () => of(deleted),
    })
    for (const stream of [users.create(), users.get(uuid), users.delete(uuid)])
      expect(failureOf(stream)).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/clientSecret' }] })
  })
})

describe('items.get and items.delete', () => {
  it('ask for one item, and delete it', async () => {
    const requests: Array<HttpRequest> = []
    const { user, paths } = scripted(
      (request) => {
        requests.push(request)
        return request.method === 'GET' ? json({ id: 7, status: 0 }) : deleted
      },
      { profile },
    )
    expect(await lastValueFrom(user.items.get(7))).toEqual({ id: 7, status: 0 })
    expect(await lastValueFrom(user.items.delete(7).pipe(toArray()))).toEqual([undefined])
    expect(paths()).toEqual(['/v2/items/7', '/v2/items/7'])
    expect(requests).toMatchObject([{ method: 'GET' }, { method: 'DELETE', body: none, idempotent: false }])
  })

  it('refuse what is no id', () => {
    const { user, paths } = scripted(() => deleted, { profile })
    for (const stream of [user.items.get(0.5), user.items.delete('x' as never)])
      expect(failureOf(stream)).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/id' }] })
    expect(paths()).toEqual([])
  })
})

describe('users.items', () => {
  const answer = json({ resources: [], pagination: { previous_uri: null, next_uri: null } })
  const paths = documentedProfile.paths

  it.each(['application', undefined] as const)(
    'is requested by the application, if the profile says %s',
    (userItemsAccess) => {
      const given = { ...documentedProfile, paths, ...(userItemsAccess && { userItemsAccess }) }
      const { client, requests } = withUsers(answer, { profile: given })
      client.users.items(uuid).pages().subscribe()
      expect(requests.map(({ operation, headers }) => [operation, 'Authorization' in headers])).toEqual([
        ['users.items', false],
      ])
    },
  )

  it('is requested with a token of that user, if the profile says so', () => {
    const given = { ...documentedProfile, paths, userItemsAccess: 'user' as const }
    const { client, requests } = withUsers(answer, { profile: given })
    client.users.items(uuid).pages().subscribe()
    client.user({ userUuid: uuid }).items.pages().subscribe()
    expect(requests.map(({ operation, headers }) => [operation, 'Authorization' in headers])).toEqual([
      ['authenticate', false],
      ['users.items', true],
      ['items.list', true],
    ])
    expect(bodyOf(requests[0] as HttpRequest)).toEqual({ user_uuid: uuid })
  })

  it.each([true, false])('carries the secret beside the token, or not, as the profile says: %p', (userSecret) => {
    const { client, requests } = withUsers(answer, { profile: { ...documentedProfile, userSecret } })
    client.user({ userUuid: uuid }).items.pages().subscribe()
    client.users.pages().subscribe()
    expect(requests.map(({ operation, headers }) => [operation, 'Client-Secret' in headers])).toEqual([
      ['authenticate', true],
      ['items.list', userSecret],
      ['users.list', true],
    ])
  })
})
